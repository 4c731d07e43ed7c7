package postrider

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
)

type exchangeCase struct {
	Name            string
	Client          vectorOptions
	Server          string
	Untyped         bool
	Calls           []vectorCall
	IdempotencyKeys []*string `json:"idempotency_keys"`
}

type vectorOptions struct {
	BasePath       string `json:"base_path"`
	MaxRetries     *int   `json:"max_retries"`
	TimeoutMS      int    `json:"timeout_ms"`
	IdempotencyKey string `json:"idempotency_key"`
	AllowMismatch  bool   `json:"allow_idempotency_mismatch"`
}

type vectorCall struct {
	Method    string
	Arguments struct {
		Email, Emails, Key any
		ID                 string
		Query              map[string]any
		Take               *int
		Page               bool
	}
	Options   vectorOptions
	Exchanges []exchange
	Returns   any
	Raises    map[string]any
	Info      map[string]any
}

func TestExchanges(t *testing.T) {
	files := []string{"requests", "errors", "retries", "rate-limits", "idempotency", "batches", "pages", "attachments"}
	for _, file := range files {
		var cases []exchangeCase
		readCases(t, file, &cases)
		for _, each := range cases {
			each := each
			if !each.Untyped {
				t.Run(file+": "+each.Name, func(t *testing.T) { play(t, each) })
			}
		}
	}
}

func play(t *testing.T, c exchangeCase) {
	scripted := &scriptedServer{t: t, ended: make(chan struct{})}
	server := httptest.NewServer(scripted)
	defer server.Close()
	defer close(scripted.ended)
	if c.Server == "closed" {
		server.Close()
	}
	client, err := New("pr_test_conformance", server.URL+c.Client.BasePath, c.Client.options()...)
	if err != nil {
		t.Fatal(err)
	}
	// Full jitter: the shortest waits that there are.
	client.random = func() float64 { return 0 }
	var keys []string
	for _, call := range c.Calls {
		scripted.script(call.Exchanges)
		compareResult(t, call, client)
		requests := scripted.seen()
		compareRequests(t, call.Exchanges, requests)
		for _, request := range requests {
			keys = append(keys, request.header.Get("Idempotency-Key"))
		}
	}
	if c.IdempotencyKeys != nil {
		compareKeys(t, keys, c.IdempotencyKeys)
	}
}

// compareKeys gives keys that the client made the names that the case has for them.
func compareKeys(t *testing.T, keys []string, names []*string) {
	keyOf := map[string]string{}
	nameOf := map[string]string{}
	if len(keys) != len(names) {
		t.Fatalf("%d requests, not %d", len(keys), len(names))
	}
	for i, key := range keys {
		name := ""
		if names[i] != nil {
			name = *names[i]
		}
		if !strings.HasPrefix(name, "$") {
			if key != name {
				t.Errorf("key %d is %q, not %q", i, key, name)
			}
			continue
		}
		if keyOf[name] == "" && nameOf[key] == "" && key != "" {
			keyOf[name], nameOf[key] = key, name
		}
		if keyOf[name] != key {
			t.Errorf("key %d is %q, not %s", i, key, name)
		}
	}
}

func (o vectorOptions) options() []Option {
	var options []Option
	if o.MaxRetries != nil {
		options = append(options, MaxRetries(*o.MaxRetries))
	}
	if o.TimeoutMS > 0 {
		options = append(options, Timeout(time.Duration(o.TimeoutMS)*time.Millisecond))
	}
	if o.IdempotencyKey != "" {
		options = append(options, IdempotencyKey(o.IdempotencyKey))
	}
	if o.AllowMismatch {
		options = append(options, AllowIdempotencyMismatch())
	}
	return options
}

func compareResult(t *testing.T, call vectorCall, client *Client) {
	t.Helper()
	var response Response
	value, err := makeCall(t, call, client, append(call.Options.options(), ResponseTo(&response)))
	if call.Raises != nil {
		if where := difference(shownError(t, err), filled(t, call.Raises), false); where != "" {
			t.Errorf("the error: %s", where)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if where := difference(asJSON(t, value), filled(t, call.Returns), false); where != "" {
		t.Errorf("the result: %s", where)
	}
	if where := difference(shownResponse(t, response), filled(t, any(call.Info)), false); call.Info != nil && where != "" {
		t.Errorf("the metadata: %s", where)
	}
}

func makeCall(t *testing.T, call vectorCall, client *Client, options []Option) (any, error) {
	ctx := context.Background()
	given := call.Arguments
	switch call.Method {
	case "emails.send":
		var email SendEmailRequest
		decode(t, given.Email, &email)
		return client.Emails.Send(ctx, email, options...)
	case "emails.send_batch":
		var emails []SendEmailRequest
		decode(t, given.Emails, &emails)
		results, err := client.Emails.SendBatch(ctx, emails, options...)
		return shownResults(results), err
	case "emails.get":
		return client.Emails.Get(ctx, given.ID, options...)
	case "keys.create":
		var key CreateApiKeyRequest
		decode(t, given.Key, &key)
		return client.Keys.Create(ctx, key, options...)
	case "emails.list":
		var query ListEmailsQuery
		fill(&query, given.Query)
		return read(ctx, call, client.Emails.List(query, options...))
	case "email_events.list":
		var query ListEmailEventsQuery
		fill(&query, given.Query)
		return read(ctx, call, client.EmailEvents.List(query, options...))
	}
	t.Fatalf("no such method: %s", call.Method)
	return nil, nil
}

func decode(t *testing.T, value, result any) {
	text, _ := json.Marshal(filled(t, value))
	if err := json.Unmarshal(text, result); err != nil {
		t.Fatal(err)
	}
}

// fill sets the fields of a query by the names that they have in the API.
func fill(query any, values map[string]any) {
	names := map[string]string{"limit": "Limit", "to": "To", "cursor": "Cursor"}
	for name, value := range values {
		field := reflect.ValueOf(query).Elem().FieldByName(names[name])
		field.Set(reflect.ValueOf(value).Convert(field.Type()))
	}
}

func read[T any](ctx context.Context, call vectorCall, pages *Pages[T]) (any, error) {
	if call.Arguments.Page {
		return pages.Page(ctx)
	}
	items := []T{}
	for (call.Arguments.Take == nil || len(items) < *call.Arguments.Take) && pages.Next(ctx) {
		items = append(items, pages.Item())
	}
	return items, pages.Err()
}

func shownError(t *testing.T, err error) any {
	var failure *Error
	if !errors.As(err, &failure) {
		if err == nil {
			return "none"
		}
		return map[string]any{"kind": "argument"}
	}
	fields := []map[string]string{}
	for _, field := range failure.Fields {
		fields = append(fields, map[string]string{"path": field.Path, "message": field.Message})
	}
	shown := map[string]any{
		"kind": failure.Kind, "code": failure.Code, "message": failure.Message, "status": failure.Status,
		"request_id": failure.RequestID, "retry_after_ms": failure.RetryAfter.Milliseconds(), "fields": fields,
		"attempts": failure.Attempts, "idempotency_key": failure.IdempotencyKey, "id": failure.ID,
	}
	var batch *BatchError
	if errors.As(err, &batch) {
		shown["kind"], shown["results"] = "batch", shownResults(batch.Results)
	}
	return asJSON(t, shown)
}

func shownResults(results []BatchResult) []map[string]any {
	shown := []map[string]any{}
	for _, result := range results {
		one := map[string]any{"index": result.Index, "idempotency_key": result.IdempotencyKey, "ok": result.Accepted != nil}
		if result.Accepted != nil {
			one["id"] = result.Accepted.ID
		} else {
			one["error"] = result.Refusal
		}
		shown = append(shown, one)
	}
	return shown
}

func shownResponse(t *testing.T, r Response) any {
	shown := map[string]any{
		"status": r.Status, "request_id": r.RequestID, "attempts": r.Attempts, "replayed": r.Replayed, "mismatched": r.Mismatched,
		"idempotency_key": r.IdempotencyKey, "unknown_fields": r.UnknownFields, "rate_limit": nil,
	}
	if r.Rate != nil {
		shown["rate_limit"] = map[string]any{"limit": r.Rate.Limit, "remaining": r.Rate.Remaining, "reset_ms": r.Rate.Reset.Milliseconds()}
	}
	return asJSON(t, shown)
}

func compareRequests(t *testing.T, exchanges []exchange, requests []seenRequest) {
	t.Helper()
	if len(requests) != len(exchanges) {
		t.Fatalf("%d requests, not %d", len(requests), len(exchanges))
	}
	for i, each := range exchanges {
		expected, request := each.Request, requests[i]
		if expected.Method != "" && request.method != expected.Method {
			t.Errorf("the method is %s", request.method)
		}
		address, _ := url.Parse(request.path)
		if expected.Path != "" && address.EscapedPath() != expected.Path {
			t.Errorf("the path is %s, not %s", address.EscapedPath(), expected.Path)
		}
		query := map[string]string{}
		for name := range address.Query() {
			query[name] = address.Query().Get(name)
		}
		if expected.Query != nil && !reflect.DeepEqual(query, expected.Query) {
			t.Errorf("the query is %v, not %v", query, expected.Query)
		}
		for name, value := range expected.Headers {
			if value == nil && len(request.header.Values(name)) > 0 || value != nil && request.header.Get(name) != *value {
				t.Errorf("%s is %q", name, request.header.Get(name))
			}
		}
		compareBody(t, expected, request)
		if expected.SameAsPrevious && request.identity() != requests[i-1].identity() {
			t.Errorf("request %d is not the same as the one before", i)
		}
		if wait := time.Duration(each.NotBeforeMS) * time.Millisecond; wait > 0 && request.at.Sub(requests[i-1].at) < wait {
			t.Errorf("request %d came after %s", i, request.at.Sub(requests[i-1].at))
		}
	}
}

func compareBody(t *testing.T, expected expectedRequest, request seenRequest) {
	if expected.Body != nil {
		var body any
		_ = json.Unmarshal(expected.Body, &body)
		if where := difference(parsed(t, request.body), filled(t, body), true); where != "" {
			t.Errorf("the body: %s", where)
		}
	}
	if expected.BodyLength > 0 {
		if list, _ := parsed(t, request.body).([]any); len(list) != expected.BodyLength {
			t.Errorf("%d items, not %d", len(list), expected.BodyLength)
		}
	}
}
