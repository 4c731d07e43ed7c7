package postrider

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Addresses are one or several.
type Addresses []string

// MarshalJSON writes a single address as a text.
func (a Addresses) MarshalJSON() ([]byte, error) {
	if len(a) == 1 {
		return json.Marshal(a[0])
	}
	return json.Marshal([]string(a))
}

// UnmarshalJSON reads a text or a list.
func (a *Addresses) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*a = Addresses{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(a))
}

// Mail programs show and open what has a type; anything else is application/octet-stream.
var types = map[string]string{
	".csv":  "text/csv",
	".gif":  "image/gif",
	".html": "text/html",
	".ics":  "text/calendar",
	".jpeg": "image/jpeg",
	".jpg":  "image/jpeg",
	".json": "application/json",
	".pdf":  "application/pdf",
	".png":  "image/png",
	".svg":  "image/svg+xml",
	".txt":  "text/plain",
	".webp": "image/webp",
	".xml":  "application/xml",
	".zip":  "application/zip",
}

// Attach reads a file as an attachment under a name; empty: its own. The type is that of the extension of the name.
func Attach(path, filename string) (Attachment, error) {
	content, err := os.ReadFile(path)
	if filename == "" {
		filename = filepath.Base(path)
	}
	kind := types[strings.ToLower(filepath.Ext(filename))]
	return Attachment{Filename: filename, Content: content, ContentType: kind}, err
}

// Send sends an email. Track it with its events or webhooks. The request has an idempotency key, so that retries after a lost
// response do not send it twice.
func (s *EmailsService) Send(ctx context.Context, email SendEmailRequest, options ...Option) (*SendEmailResponse, error) {
	if email.IdempotencyKey != "" {
		options = append([]Option{IdempotencyKey(email.IdempotencyKey)}, options...)
	}
	var sent SendEmailResponse
	err := s.client.call(ctx, request{method: "POST", path: "/emails", body: email, isKeyed: true}, &sent, options)
	if err != nil {
		return nil, err
	}
	return &sent, nil
}

const (
	emailsMax = 100
	// A little less than the API accepts.
	bytesMax = 18_000_000
)

// BatchResult is the result of one email of a batch.
type BatchResult struct {
	Index          int
	IdempotencyKey string
	// Accepted is nil if the email was not accepted.
	Accepted *AcceptedItem
	// Refusal is nil if it was. Its code can also be not_attempted or idempotency_mismatch.
	Refusal *ErrorDetail
}

// BatchError is a whole request of a batch that failed, after its retries: earlier emails were accepted, later ones not attempted.
// Repeat those without Accepted with their IdempotencyKey: nothing is sent twice.
type BatchError struct {
	Cause *Error
	// Results has one for each email, in order.
	Results []BatchResult
}

// Error says what failed.
func (e *BatchError) Error() string {
	return "postrider: a request of the batch failed: " + e.Cause.Error()
}

// Unwrap returns the error of the request.
func (e *BatchError) Unwrap() error { return e.Cause }

// SendBatch sends any number of emails, 100 a request, and returns one result for each, in order. The error is a *BatchError when
// a whole request fails.
func (s *EmailsService) SendBatch(ctx context.Context, emails []SendEmailRequest, options ...Option) ([]BatchResult, error) {
	set := s.client.with(options)
	prefix := set.idempotencyKey
	if prefix == "" {
		prefix = newKey()
	}
	results := make([]BatchResult, 0, len(emails))
	texts := make([]json.RawMessage, len(emails))
	for i, email := range emails {
		if email.IdempotencyKey == "" {
			email.IdempotencyKey = fmt.Sprintf("%s:%d", prefix, i)
		}
		text, err := json.Marshal(email)
		if err != nil {
			return nil, err
		}
		texts[i] = text
		results = append(results, BatchResult{Index: i, IdempotencyKey: email.IdempotencyKey})
	}
	for begin := 0; begin < len(texts); {
		end := endOfPart(texts, begin)
		failure := s.sendPart(ctx, texts[begin:end], results[begin:end], set.allowMismatch, options)
		if failure != nil {
			refuse(results[begin:end], failure.Code, failure.Message)
			refuse(results[end:], "not_attempted", "an earlier request failed")
			return results, &BatchError{Cause: failure, Results: results}
		}
		begin = end
	}
	return results, nil
}

func endOfPart(texts []json.RawMessage, begin int) int {
	size := len(texts[begin])
	end := begin + 1
	for end < len(texts) && end-begin < emailsMax && size+len(texts[end]) <= bytesMax {
		size += len(texts[end])
		end++
	}
	return end
}

func (s *EmailsService) sendPart(ctx context.Context, texts []json.RawMessage, results []BatchResult, allowMismatch bool, options []Option) *Error {
	var answer struct {
		Data []struct {
			AcceptedItem
			Error *ErrorDetail `json:"error"`
		} `json:"data"`
	}
	body := request{method: "POST", path: "/emails/batch", body: texts, isRepeatable: true}
	if err := s.client.call(ctx, body, &answer, options); err != nil {
		failure, ok := err.(*Error)
		if !ok {
			failure = &Error{Kind: KindOther, Code: "other", Message: err.Error(), cause: err}
		}
		return failure
	}
	for i := range results {
		if i >= len(answer.Data) {
			refuse(results[i:i+1], "unreadable_answer", "the answer has no such item")
			continue
		}
		item := answer.Data[i]
		switch {
		case item.Error != nil:
			results[i].Refusal = item.Error
		case item.IdempotentMismatch != nil && *item.IdempotentMismatch && !allowMismatch:
			refuse(results[i:i+1], "idempotency_mismatch", mismatchMessage(item.ID))
		default:
			accepted := item.AcceptedItem
			results[i].Accepted = &accepted
		}
	}
	return nil
}

func refuse(results []BatchResult, code, message string) {
	for i := range results {
		results[i].Refusal = &ErrorDetail{Code: code, Message: message}
	}
}
