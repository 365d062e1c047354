package primarybackup

// View says who serves. Views are numbered; 0 is none yet.
type View struct {
	Number          int
	Primary, Backup string // Backup is "" where there is none
}

// Ping tells the monitor that a server is alive, and which view it has; 0 says that it has no data.
type Ping struct{ Number int }

// Current is the monitor's answer to a ping.
type Current struct{ View View }

// Request is what a client asks for, with its number among the client's requests.
type Request struct {
	Number int
	Put    string // what is to be written; "": it reads
}

// Reply answers a request: what was read, or written.
type Reply struct {
	Number int
	Value  string
}

// Transfer gives a backup the data of a view's primary.
type Transfer struct {
	Number int
	Data   Data
}

// Transferred says that the backup has it.
type Transferred struct{ Number int }

// Forward gives a backup a request before the primary does it.
type Forward struct {
	Number  int // of the view
	Client  string
	Request Request
	Place   int // among all requests that were done
}

// Forwarded says that the backup has done it.
type Forwarded struct{ Number, Place int }
