// Package viz draws. It defines the small inputs that it draws, and decides nothing:
// what is in a picture, and what it means, is the caller's business.
//
// So far there is one picture, the space-time diagram of a trace, as text.
package viz
