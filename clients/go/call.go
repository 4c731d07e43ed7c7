package postrider

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	// A call never waits longer than this: the error says how long to wait.
	retryAfterMax = 10 * time.Second
	firstBackoff  = 500 * time.Millisecond
	backoffMax    = 8 * time.Second
	// Added to the requested delay, so that clients do not retry at the same time.
	retryAfterSpread = 250 * time.Millisecond
)

// request is a call as the methods of the services describe it.
type request struct {
	method, path string
	query        url.Values
	body         any
	contentType  string
	// The API takes an idempotency key here; one is generated if none is given.
	isKeyed bool
	// The body itself is safe to repeat: each item has a key.
	isRepeatable bool
	key          string
}

// Do makes a request that this version has no method for. The path is below /api/v1, with its parts encoded. The JSON of the
// response is stored in result, unless it is nil. A POST is retried after a lost response only with an idempotency key.
func (c *Client) Do(ctx context.Context, method, path string, query url.Values, body, result any, options ...Option) error {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
		return errors.New("postrider: the path must begin with one slash")
	}
	set := c.with(options)
	isKeyed := set.idempotencyKey != ""
	return c.call(ctx, request{method: method, path: path, query: query, body: body, isKeyed: isKeyed}, result, options)
}

func (c *Client) with(options []Option) settings {
	set := c.defaults
	for _, option := range options {
		option(&set)
	}
	return set
}

// call stores the response in result: *[]byte as it is, nil not at all, and everything else as JSON.
func (c *Client) call(ctx context.Context, r request, result any, options []Option) error {
	set := c.with(options)
	body, err := bodyOf(r.body)
	if err != nil {
		return err
	}
	if r.isKeyed {
		if r.key = set.idempotencyKey; r.key == "" {
			r.key = newKey()
		}
	}
	caller := ctx
	ctx, cancel := context.WithTimeout(ctx, set.totalTimeout)
	defer cancel()
	for attempts := 1; ; attempts++ {
		failure := c.attempt(ctx, r, body, result, set, attempts)
		if failure == nil {
			return nil
		}
		if caller.Err() != nil {
			return aborted(caller, r, attempts)
		}
		wait, ok := c.waitBeforeRetry(failure, r, attempts-1)
		if deadline, _ := ctx.Deadline(); !ok || attempts > set.maxRetries || time.Now().Add(wait).After(deadline) {
			return failure
		}
		select {
		case <-time.After(wait):
		case <-caller.Done():
			return aborted(caller, r, attempts)
		}
	}
}

func aborted(caller context.Context, r request, attempts int) *Error {
	return &Error{
		Kind: KindAborted, Code: "aborted", Message: "the call was aborted",
		Attempts: attempts, IdempotencyKey: r.key, cause: caller.Err(),
	}
}

func bodyOf(body any) ([]byte, error) {
	switch value := body.(type) {
	case nil:
		return nil, nil
	case []byte:
		return value, nil
	default:
		text, err := json.Marshal(value)
		if string(text) == "null" {
			return nil, err
		}
		return text, err
	}
}

func (c *Client) attempt(ctx context.Context, r request, body []byte, result any, set settings, attempts int) *Error {
	ctx, cancel := context.WithTimeout(ctx, set.timeout)
	defer cancel()
	failure := &Error{Attempts: attempts, IdempotencyKey: r.key}
	response, content, err := c.exchange(ctx, r, body)
	if err != nil {
		failure.Kind, failure.Code, failure.cause = KindConnection, "connection_failed", err
		failure.Message = "no connection to the API: " + err.Error()
		if ctx.Err() != nil {
			failure.Kind, failure.Code, failure.Message = KindTimeout, "timeout", "no answer in time"
		}
		return failure
	}
	failure.Status, failure.RequestID = response.StatusCode, response.Header.Get("X-Request-Id")
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return refusal(failure, response, content)
	}
	return finish(failure, response, content, result, set)
}

func (c *Client) exchange(ctx context.Context, r request, body []byte) (*http.Response, []byte, error) {
	address := c.base + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	httpRequest, err := http.NewRequestWithContext(ctx, r.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	httpRequest.Header.Set("Authorization", "Bearer "+c.apiKey)
	httpRequest.Header.Set("User-Agent", "postrider-go/"+version)
	if body != nil {
		contentType := r.contentType
		if contentType == "" {
			contentType = "application/json"
		}
		httpRequest.Header.Set("Content-Type", contentType)
	}
	if r.key != "" {
		httpRequest.Header.Set("Idempotency-Key", r.key)
	}
	response, err := c.http.Do(httpRequest)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return response, content, err
}

// finish stores a response, or says why it cannot be used.
func finish(failure *Error, response *http.Response, content []byte, result any, set settings) *Error {
	info := responseOf(response, failure)
	if set.response != nil {
		*set.response = info
	}
	if bytesResult, ok := result.(*[]byte); ok {
		*bytesResult = content
		return nil
	}
	if result == nil || response.StatusCode == http.StatusNoContent {
		return nil
	}
	var object map[string]json.RawMessage
	err := json.Unmarshal(content, &object)
	if err == nil && object == nil {
		err = errors.New("it is no object")
	}
	if err == nil {
		err = json.Unmarshal(content, result)
	}
	if err != nil {
		failure.Kind, failure.Code, failure.cause = KindOther, "unreadable_answer", err
		failure.Message = "the answer could not be read: " + err.Error()
		return failure
	}
	if info.Mismatched && !set.allowMismatch {
		_ = json.Unmarshal(object["id"], &failure.ID)
		failure.Kind, failure.Code = KindIdempotencyMismatch, "idempotency_mismatch"
		failure.Message = mismatchMessage(failure.ID)
		return failure
	}
	return nil
}

func mismatchMessage(id string) string {
	return "the idempotency key belongs to " + id + ", which has other content"
}

func responseOf(response *http.Response, tried *Error) Response {
	header := response.Header
	info := Response{
		Status:         response.StatusCode,
		RequestID:      tried.RequestID,
		Attempts:       tried.Attempts,
		Replayed:       header.Get("Idempotent-Replayed") == "true",
		Mismatched:     header.Get("Idempotent-Mismatch") == "true",
		IdempotencyKey: tried.IdempotencyKey,
	}
	if names := header.Get("Postrider-Unknown-Fields"); names != "" {
		info.UnknownFields = strings.Split(names, ", ")
	}
	if limit, err := strconv.Atoi(header.Get("RateLimit-Limit")); err == nil {
		remaining, _ := strconv.Atoi(header.Get("RateLimit-Remaining"))
		reset, _ := strconv.Atoi(header.Get("RateLimit-Reset"))
		info.Rate = &Rate{Limit: limit, Remaining: remaining, Reset: time.Duration(reset) * time.Second}
	}
	return info
}

var seconds = regexp.MustCompile(`^[0-9]{1,9}$`)

// refusal reads an error body. A proxy may answer anything: then only the status says what happened.
func refusal(failure *Error, response *http.Response, content []byte) *Error {
	var body struct {
		Error struct {
			Code    string         `json:"code"`
			Message string         `json:"message"`
			Fields  []InvalidField `json:"fields"`
		} `json:"error"`
	}
	failure.Code = "unreadable_answer"
	if failure.Status >= 500 {
		failure.Code = "internal_error"
	}
	failure.Message = fmt.Sprintf("the API answered %d", failure.Status)
	if json.Unmarshal(content, &body) == nil && body.Error.Code != "" {
		failure.Code, failure.Fields = body.Error.Code, body.Error.Fields
		if body.Error.Message != "" {
			failure.Message = body.Error.Message
		}
	}
	failure.Kind = kindOf(failure.Status, failure.Code)
	if after := response.Header.Get("Retry-After"); seconds.MatchString(after) {
		count, _ := strconv.Atoi(after)
		failure.RetryAfter = time.Duration(count) * time.Second
	}
	return failure
}

// waitBeforeRetry says how long to wait before the same request is made again, and whether it is.
func (c *Client) waitBeforeRetry(failure *Error, r request, retry int) (time.Duration, bool) {
	if !mayRepeat(failure, r) || failure.RetryAfter > retryAfterMax {
		return 0, false
	}
	if failure.RetryAfter > 0 {
		return failure.RetryAfter + time.Duration(c.random()*float64(retryAfterSpread)), true
	}
	longest := math.Min(float64(backoffMax), float64(firstBackoff)*math.Pow(2, float64(retry)))
	return time.Duration(c.random() * longest), true
}

// What is not safe to make twice is repeated only when the API cannot have begun with it.
func mayRepeat(failure *Error, r request) bool {
	var lost *net.OpError
	neverBegan := failure.Kind == KindConnection && errors.As(failure.cause, &lost) && lost.Op == "dial"
	if failure.Kind == KindRateLimit || neverBegan {
		return true
	}
	if r.method == http.MethodPost && !r.isKeyed && !r.isRepeatable {
		return false
	}
	switch failure.Kind {
	case KindConnection, KindTimeout, KindServer:
		return true
	default:
		return failure.Status == http.StatusRequestTimeout
	}
}

// newKey is a random UUID.
func newKey() string {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // The platform has no random numbers.
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// pathOf puts encoded parts into a path. An empty part would name the list, dots the folder above.
func pathOf(template string, parts ...string) (string, error) {
	encoded := make([]any, len(parts))
	for i, part := range parts {
		if part == "" || part == "." || part == ".." {
			return "", fmt.Errorf("postrider: an id is needed, not %q", part)
		}
		encoded[i] = url.PathEscape(part)
	}
	return fmt.Sprintf(template, encoded...), nil
}
