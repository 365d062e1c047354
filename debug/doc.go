// Package debug is a debugger in a browser: a server on the machine's own address, with one page, over a
// session of package node/session.
//
// The server answers only who knows the token in its address, and only under its own name, so that no page of
// another site can reach it. What nodes say of themselves is text to the page, never markup. The
// history lives in the server: a page that is loaded again shows what it showed.
package debug
