package postrider

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	webhookBytesMax  = 1_000_000
	defaultTolerance = 300 * time.Second
)

// WebhookError says why a webhook is refused; answer it with 401. Reason is one of
//
//	no_secret        none was given, or an empty one
//	body_too_large   larger than any webhook
//	no_signature     the header is missing, or has no time or signature
//	too_old          signed longer ago (or further in the future) than the tolerance: a replay, or a wrong clock
//	wrong_signature  signed with another secret, or modified
//	unreadable       the body is genuine but not an event
type WebhookError struct{ Reason string }

// Error is the reason.
func (e *WebhookError) Error() string { return "postrider: the webhook is refused: " + e.Reason }

// WebhookEvent is an event that comes from the API. Decode Data by its Type: EmailBounceData of email.bounced. There may be types that
// this version does not know.
type WebhookEvent struct {
	Type      string          `json:"type"`
	CreatedAt string          `json:"created_at"`
	Data      json.RawMessage `json:"data"`
	// DeliveryID is the same on every attempt of a delivery: use it to handle each event once.
	DeliveryID string `json:"-"`
}

// Verifier verifies that webhooks come from the API.
type Verifier struct {
	// Secrets of the endpoint, or of several, one of which must match.
	Secrets []string
	// Tolerance is the greatest age of a signature, or distance in the future; 0: 300 seconds.
	Tolerance time.Duration
	// Now is the clock; nil: that of the machine.
	Now func() time.Time
}

// VerifyWebhook verifies a webhook with one secret. The body is that which came: once parsed and serialized again, it has another
// signature. The error is a *WebhookError.
func VerifyWebhook(body []byte, header http.Header, secret string) (*WebhookEvent, error) {
	return Verifier{Secrets: []string{secret}}.Verify(body, header)
}

var (
	timePart      = regexp.MustCompile(`^t=([0-9]{1,12})$`)
	signaturePart = regexp.MustCompile(`^v1=([0-9a-f]{64})$`)
)

// Verify verifies a webhook. The error is a *WebhookError.
func (v Verifier) Verify(body []byte, header http.Header) (*WebhookEvent, error) {
	if len(v.Secrets) == 0 {
		return nil, &WebhookError{"no_secret"}
	}
	for _, secret := range v.Secrets {
		if secret == "" {
			return nil, &WebhookError{"no_secret"}
		}
	}
	if len(body) > webhookBytesMax {
		return nil, &WebhookError{"body_too_large"}
	}
	var signedAt string
	var signatures [][]byte
	for _, part := range strings.Split(header.Get("Postrider-Signature"), ",") {
		part = strings.TrimSpace(part)
		if match := timePart.FindStringSubmatch(part); match != nil && signedAt == "" {
			signedAt = match[1]
		} else if match := signaturePart.FindStringSubmatch(part); match != nil {
			signature, _ := hex.DecodeString(match[1])
			signatures = append(signatures, signature)
		}
	}
	if signedAt == "" || len(signatures) == 0 {
		return nil, &WebhookError{"no_signature"}
	}
	if v.isOld(signedAt) {
		return nil, &WebhookError{"too_old"}
	}
	if !v.isSigned(signedAt, body, signatures) {
		return nil, &WebhookError{"wrong_signature"}
	}
	return eventIn(body, header)
}

func (v Verifier) isOld(signedAt string) bool {
	now := time.Now()
	if v.Now != nil {
		now = v.Now()
	}
	tolerance := v.Tolerance
	if tolerance == 0 {
		tolerance = defaultTolerance
	}
	seconds, _ := strconv.ParseInt(signedAt, 10, 64)
	age := now.Sub(time.Unix(seconds, 0))
	return age > tolerance || age < -tolerance
}

func (v Verifier) isSigned(signedAt string, body []byte, signatures [][]byte) bool {
	for _, secret := range v.Secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(signedAt + "."))
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, signature := range signatures {
			if hmac.Equal(expected, signature) {
				return true
			}
		}
	}
	return false
}

func eventIn(body []byte, header http.Header) (*WebhookEvent, error) {
	var event WebhookEvent
	if json.Unmarshal(body, &event) != nil || event.Type == "" {
		return nil, &WebhookError{"unreadable"}
	}
	if len(event.Data) == 0 || (event.Data[0] != '{' && event.Data[0] != '[') {
		return nil, &WebhookError{"unreadable"}
	}
	event.DeliveryID = header.Get("Postrider-Delivery-Id")
	return &event, nil
}
