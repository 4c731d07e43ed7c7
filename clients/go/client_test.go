package postrider

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestGeneratedFilesAreThoseOfTheDocument(t *testing.T) {
	if output, err := exec.Command("go", "run", "./internal/generate", "-check").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
}

func TestSettings(t *testing.T) {
	t.Setenv("POSTRIDER_API_KEY", "pr_test_env")
	t.Setenv("POSTRIDER_BASE_URL", "https://mail.example.com")
	if client, err := New("", ""); err != nil || client.base != "https://mail.example.com/api/v1" || client.apiKey != "pr_test_env" {
		t.Errorf("%+v, %v", client, err)
	}
	for _, address := range []string{"mail.example.com", "ftp://mail.example.com", "https://", ":"} {
		if _, err := New("pr_test_x", address); err == nil {
			t.Errorf("%q is taken", address)
		}
	}
	t.Setenv("POSTRIDER_API_KEY", "")
	if _, err := New("", ""); err == nil {
		t.Error("an empty key is taken")
	}
}

func TestTheContextOfTheCallerEndsACall(t *testing.T) {
	scripted := &scriptedServer{t: t, ended: make(chan struct{})}
	server := httptest.NewServer(scripted)
	defer server.Close()
	defer close(scripted.ended)
	client, _ := New("pr_test_x", server.URL, MaxRetries(99))
	for _, answer := range []scriptedAnswer{
		{Fault: "hang"},
		{Status: 503, Headers: map[string]string{"Retry-After": "9"}},
	} {
		scripted.script([]exchange{{Answer: answer}})
		ctx, cancel := context.WithCancel(context.Background())
		timer := time.AfterFunc(100*time.Millisecond, cancel)
		_, err := client.Emails.Get(ctx, "em_1")
		timer.Stop()
		if !errors.Is(err, ErrAborted) || !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	}
}

func TestAnAnswerWithoutContent(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }))
	defer server.Close()
	client, _ := New("pr_test_x", server.URL)
	if err := client.Domains.Delete(context.Background(), "d1"); err != nil {
		t.Error(err)
	}
	var result map[string]any
	if err := client.Do(context.Background(), "DELETE", "/domains/d1", nil, nil, &result); err != nil {
		t.Error(err)
	}
	for _, path := range []string{"domains", "//elsewhere.example/x"} {
		if err := client.Do(context.Background(), "GET", path, nil, nil, nil); err == nil {
			t.Errorf("%s is taken", path)
		}
	}
}

func TestErrorsHaveKinds(t *testing.T) {
	err := error(&Error{Kind: KindNotFound, Code: "not_found"})
	if !errors.Is(err, ErrNotFound) || errors.Is(err, ErrConflict) {
		t.Error("the kind decides")
	}
}

// TestInstallation needs a running stack of this repository: make up.
func TestInstallation(t *testing.T) {
	text, err := os.ReadFile("../../.local/dev.json")
	if err != nil {
		t.Skip("no installation is running: make up")
	}
	var facts struct {
		URL    string `json:"api_url"`
		Domain string
		Keys   map[string]struct{ Token string }
	}
	if err := json.Unmarshal(text, &facts); err != nil {
		t.Fatal(err)
	}
	client, err := New(facts.Keys["send_test"].Token, facts.URL)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	email := SendEmailRequest{
		From: "hello@" + facts.Domain, To: Addresses{"ada@example.com"}, Subject: "Hi", Text: "Hi.",
		Attachments: []Attachment{{Filename: "a.txt", Content: []byte("Hello\n")}},
	}
	var response Response
	sent, err := client.Emails.Send(ctx, email, ResponseTo(&response))
	if err != nil {
		t.Fatal(err)
	}
	again, err := client.Emails.Send(ctx, email, IdempotencyKey(response.IdempotencyKey), ResponseTo(&response))
	if err != nil || again.ID != sent.ID || !response.Replayed {
		t.Errorf("%+v, %v", response, err)
	}
	read, err := client.Emails.Get(ctx, sent.ID)
	if err != nil || read.Subject != "Hi" || read.Attachments[0].Size != 6 {
		t.Errorf("%+v, %v", read, err)
	}
	email.To = Addresses{"no address"}
	_, err = client.Emails.Send(ctx, email)
	var refused *Error
	if !errors.As(err, &refused) || refused.Kind != KindValidation || len(refused.Fields) != 1 || refused.Fields[0].Path != "to" {
		t.Errorf("%v", err)
	}
	emails := client.Emails.List(ListEmailsQuery{Mode: "test", Limit: 1})
	if !emails.Next(ctx) || emails.Item().ID == "" {
		t.Errorf("no emails: %v", emails.Err())
	}
}
