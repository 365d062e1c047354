package spark

// Bugs are mistakes that can be put into the protocol, each of them one that was made. The numbers are those of the
// issues of Spark on which DEMi was evaluated (Scott et al. 2016).
type Bugs struct {
	// Inversion looks for tasks without a preference at each level of locality, so one of them is launched where a
	// task waits whose data is on this machine (SPARK-2294).
	Inversion bool
	// NoPlace forgets, when a driver is read from the store, to say that it runs nowhere. The master fails when it
	// looks where it runs, and after each restart again (SPARK-3150).
	NoPlace bool
	// StoreAgain stores an application again when its registration comes again. Its name has the time in seconds
	// only, so the file may be there already (SPARK-9256).
	StoreAgain bool
}

// Bug is one switch.
type Bug struct {
	Name, About string
	On          func(*Bugs) *bool
}

// Names are the switches by the names that a command line uses.
var Names = []Bug{
	{"2294", "a task without a preference is launched before one whose data is on the machine", func(b *Bugs) *bool { return &b.Inversion }},
	{"3150", "a recovering master does not expect that a driver runs nowhere", func(b *Bugs) *bool { return &b.NoPlace }},
	{"9256", "a registration that comes again in the same second is stored again", func(b *Bugs) *bool { return &b.StoreAgain }},
}
