package postrider

import (
	"strings"
	"time"
)

// Kind is the class of an error.
type Kind string

// The kinds of errors.
const (
	KindAuthentication      Kind = "authentication"       // 401
	KindPermission          Kind = "permission"           // 403
	KindNotFound            Kind = "not_found"            // 404
	KindConflict            Kind = "conflict"             // 409
	KindValidation          Kind = "validation"           // 400, 413, 415, 422
	KindRateLimit           Kind = "rate_limit"           // 429, even after retries
	KindQuota               Kind = "quota"                // 429: wait for RetryAfter, which may be weeks; never retried
	KindServer              Kind = "server"               // 5xx, even after retries
	KindConnection          Kind = "connection"           // the connection failed or was lost
	KindTimeout             Kind = "timeout"              // no response in time
	KindAborted             Kind = "aborted"              // the caller's context ended the call
	KindIdempotencyMismatch Kind = "idempotency_mismatch" // the key was used for another request
	KindOther               Kind = "other"
)

// Targets for errors.Is.
var (
	ErrAuthentication      = &Error{Kind: KindAuthentication}
	ErrPermission          = &Error{Kind: KindPermission}
	ErrNotFound            = &Error{Kind: KindNotFound}
	ErrConflict            = &Error{Kind: KindConflict}
	ErrValidation          = &Error{Kind: KindValidation}
	ErrRateLimit           = &Error{Kind: KindRateLimit}
	ErrQuota               = &Error{Kind: KindQuota}
	ErrServer              = &Error{Kind: KindServer}
	ErrConnection          = &Error{Kind: KindConnection}
	ErrTimeout             = &Error{Kind: KindTimeout}
	ErrAborted             = &Error{Kind: KindAborted}
	ErrIdempotencyMismatch = &Error{Kind: KindIdempotencyMismatch}
)

// Error is every failure of a call. Code is for programs, Message for people.
type Error struct {
	Kind    Kind
	Code    string
	Message string
	// Status is 0 if there was no response.
	Status int
	// RequestID is for support.
	RequestID string
	// RetryAfter is the time until the same request can succeed; 0: the API does not say.
	RetryAfter time.Duration
	// Fields are the invalid ones of a validation_error.
	Fields   []InvalidField
	Attempts int
	// IdempotencyKey makes it safe to repeat the call for 24 hours.
	IdempotencyKey string
	// ID is, of an idempotency mismatch, that of the email or event that the key belongs to.
	ID    string
	cause error
}

// Error is the code and the message.
func (e *Error) Error() string { return "postrider: " + e.Code + ": " + e.Message }

// Unwrap returns the error of the platform.
func (e *Error) Unwrap() error { return e.cause }

// Is compares the kind.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == "" && other.Kind == e.Kind
}

var kindOfStatus = map[int]Kind{
	400: KindValidation,
	401: KindAuthentication,
	403: KindPermission,
	404: KindNotFound,
	409: KindConflict,
	413: KindValidation,
	415: KindValidation,
	422: KindValidation,
}

// Codes of quotas end in quota_exceeded; there may be more of them one day.
func kindOf(status int, code string) Kind {
	if status == 429 {
		if strings.HasSuffix(code, "quota_exceeded") {
			return KindQuota
		}
		return KindRateLimit
	}
	if kind, ok := kindOfStatus[status]; ok {
		return kind
	}
	if status >= 500 {
		return KindServer
	}
	return KindOther
}
