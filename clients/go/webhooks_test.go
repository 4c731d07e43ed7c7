package postrider

import (
	"errors"
	"net/http"
	"testing"
	"time"
)

func TestWebhooks(t *testing.T) {
	var cases []struct {
		Name             string
		Body             vectorBytes
		Headers          map[string]string
		Secrets          []string
		Now              int64
		ToleranceSeconds int `json:"tolerance_seconds"`
		Expect           struct {
			Reason     string
			EventType  string `json:"event_type"`
			DeliveryID string `json:"delivery_id"`
		}
	}
	readCases(t, "webhooks", &cases)
	for _, c := range cases {
		c := c
		t.Run(c.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range c.Headers {
				header.Set(name, value)
			}
			verifier := Verifier{
				Secrets:   c.Secrets,
				Tolerance: time.Duration(c.ToleranceSeconds) * time.Second,
				Now:       func() time.Time { return time.Unix(c.Now, 0) },
			}
			event, err := verifier.Verify(c.Body.bytes(), header)
			var refused *WebhookError
			if errors.As(err, &refused) {
				if refused.Reason != c.Expect.Reason {
					t.Errorf("refused for %s, not %q", refused.Reason, c.Expect.Reason)
				}
				return
			}
			if c.Expect.Reason != "" || event.Type != c.Expect.EventType || event.DeliveryID != c.Expect.DeliveryID {
				t.Errorf("%+v, not %+v", event, c.Expect)
			}
		})
	}
}
