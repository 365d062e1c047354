package spark

// Submit asks the master to run a driver, again and again if it fails.
type Submit struct{ Driver string }

// RunJob asks a driver to run a job: a task for each block of data. A task for the block "" has no data, so it runs as
// well anywhere.
type RunJob struct{ Blocks []string }

// RegisterWorker tells the master of a worker, and of what runs on it. Life counts how often the worker began anew.
type RegisterWorker struct {
	Life      int
	Drivers   []string
	Executors []Executor
}

// RegisteredWorker answers RegisterWorker.
type RegisteredWorker struct{}

// MasterChanged tells a worker that the master has restarted: it registers again.
type MasterChanged struct{}

// Reconnect tells a worker that the master has given up: it begins anew.
type Reconnect struct{}

// Heartbeat says that a worker is alive.
type Heartbeat struct{}

// LaunchDriver tells a worker to run a driver.
type LaunchDriver struct{ Driver string }

// RunDriver starts the process of a driver.
type RunDriver struct{}

// DriverExited tells a worker that the process of a driver has ended.
type DriverExited struct{}

// DriverFailed tells the master so.
type DriverFailed struct{ Driver string }

// RegisterApplication tells the master of an application: a run of a driver.
type RegisterApplication struct{ Run int }

// RegisteredApplication answers it, with the application's name.
type RegisteredApplication struct {
	Run int
	App string
}

// LaunchExecutor tells a worker to run an executor for an application.
type LaunchExecutor struct{ Executor Executor }

// KillExecutor ends an executor.
type KillExecutor struct{ ID int }

// RegisterExecutor tells a driver of an executor that runs for it.
type RegisterExecutor struct {
	ID  int
	App string
}

// ExecutorLost tells a driver that an executor does not run any more.
type ExecutorLost struct{ ID int }

// LaunchTask tells an executor to do a task.
type LaunchTask struct {
	Executor, Job, Task int
	Locality            Locality
}

// TaskFinished tells a driver that a task is done.
type TaskFinished struct{ Executor, Job, Task int }

// Executor does the tasks of one application on one worker, one at a time.
type Executor struct {
	ID          int
	App, Driver string
}
