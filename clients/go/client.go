// Package postrider is the client of the Postrider email API. It needs only the standard library.
package postrider

import (
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

//go:generate go run ./internal/generate

const version = "0.1.0"

// Client makes calls of the API. Goroutines may share it.
type Client struct {
	Services
	apiKey   string
	base     string
	http     *http.Client
	defaults settings
	random   func() float64
}

// New makes a client. An empty key or URL is that of the environment: POSTRIDER_API_KEY, POSTRIDER_BASE_URL. Options are
// those of every call.
func New(apiKey, baseURL string, options ...Option) (*Client, error) {
	if apiKey == "" {
		apiKey = os.Getenv("POSTRIDER_API_KEY")
	}
	if baseURL == "" {
		baseURL = os.Getenv("POSTRIDER_BASE_URL")
	}
	if apiKey == "" {
		return nil, errors.New("postrider: no API key: pass it or set POSTRIDER_API_KEY")
	}
	base, err := url.Parse(baseURL)
	if err != nil || base.Host == "" || (base.Scheme != "https" && base.Scheme != "http") {
		return nil, fmt.Errorf("postrider: %q is not an http(s) URL: pass it or set POSTRIDER_BASE_URL", baseURL)
	}
	path := strings.TrimRight(base.Path, "/")
	if path == "" {
		path = "/api/v1"
	}
	client := &Client{
		apiKey: apiKey,
		base:   base.Scheme + "://" + base.Host + path,
		random: rand.Float64,
		// An answer from another host is not the API's, and the key is not for others.
		http: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		defaults: settings{
			timeout: 30 * time.Second, totalTimeout: 90 * time.Second, maxRetries: 2,
		},
	}
	for _, option := range options {
		option(&client.defaults)
	}
	client.Services = newServices(client)
	return client, nil
}

type settings struct {
	timeout, totalTimeout time.Duration
	maxRetries            int
	idempotencyKey        string
	allowMismatch         bool
	response              *Response
}

// Option changes a client or a single call.
type Option func(*settings)

// Timeout is that of each attempt, with the body of the response. Default: 30 seconds.
func Timeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// TotalTimeout is that of all attempts and the waits between them. Default: 90 seconds.
func TotalTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.totalTimeout = timeout }
}

// MaxRetries is the number of retries after the first attempt. Default: 2.
func MaxRetries(retries int) Option {
	return func(s *settings) { s.maxRetries = retries }
}

// IdempotencyKey makes a repeated call safe. Sends and events get a random one; set your own (order-1234-receipt) to also
// protect against repeated calls of your program. In a batch it is the prefix of the keys.
func IdempotencyKey(key string) Option {
	return func(s *settings) { s.idempotencyKey = key }
}

// AllowIdempotencyMismatch returns the answer to a key that was used for another request, instead of an error.
func AllowIdempotencyMismatch() Option {
	return func(s *settings) { s.allowMismatch = true }
}

// ResponseTo stores the metadata of the response of a call.
func ResponseTo(response *Response) Option {
	return func(s *settings) { s.response = response }
}

// Response is the metadata of a response.
type Response struct {
	Status int
	// RequestID is for support.
	RequestID string
	Attempts  int
	// Replayed: the response is that of an earlier request with the same idempotency key.
	Replayed bool
	// Mismatched: that request had another body, and this one was not carried out.
	Mismatched bool
	// IdempotencyKey is the one that was sent, given or generated.
	IdempotencyKey string
	// Rate is nil if the key has no limit.
	Rate *Rate
	// UnknownFields of the body were ignored; a suggestion follows "=": "test=text".
	UnknownFields []string
}

// Rate is the limit of the key, the requests that are left, and the time until all are again.
type Rate struct {
	Limit, Remaining int
	Reset            time.Duration
}
