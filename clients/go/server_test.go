package postrider

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

type exchange struct {
	Request     expectedRequest
	Answer      scriptedAnswer
	NotBeforeMS int `json:"not_before_ms"`
}

type expectedRequest struct {
	Method, Path   string
	Query          map[string]string
	Headers        map[string]*string
	Body           json.RawMessage
	BodyLength     int  `json:"body_length"`
	SameAsPrevious bool `json:"same_as_previous"`
}

type scriptedAnswer struct {
	Status  int
	Headers map[string]string
	JSON    any
	Text    *string
	Fault   string
}

type seenRequest struct {
	method, path string
	header       http.Header
	body         []byte
	at           time.Time
}

// identity is what an attempt repeats.
func (r seenRequest) identity() string {
	return strings.Join([]string{r.method, r.path, r.header.Get("Idempotency-Key"), string(r.body)}, "\n")
}

// scriptedServer answers each request with the next of its script; behind the last one it cuts the connection.
type scriptedServer struct {
	t        *testing.T
	mutex    sync.Mutex
	answers  []scriptedAnswer
	requests []seenRequest
	ended    chan struct{}
}

func (s *scriptedServer) script(exchanges []exchange) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.answers, s.requests = nil, nil
	for _, each := range exchanges {
		s.answers = append(s.answers, each.Answer)
	}
}

func (s *scriptedServer) seen() []seenRequest {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]seenRequest(nil), s.requests...)
}

func (s *scriptedServer) next(r *http.Request) scriptedAnswer {
	body, _ := io.ReadAll(r.Body)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.requests = append(s.requests, seenRequest{r.Method, r.RequestURI, r.Header, body, time.Now()})
	if len(s.answers) == 0 {
		return scriptedAnswer{Fault: "cut"}
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	return answer
}

// ServeHTTP plays the next answer.
func (s *scriptedServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := s.next(r)
	// The platform repeats a request by itself when a connection that it kept is lost.
	w.Header().Set("Connection", "close")
	switch answer.Fault {
	case "hang":
		<-s.ended
		return
	case "cut":
		panic(http.ErrAbortHandler)
	case "cut_body":
		w.Header().Set("Content-Length", "100")
		_, _ = w.Write([]byte(`{"id":`))
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "application/json")
	for name, value := range answer.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(answer.Status)
	if answer.Text != nil {
		_, _ = w.Write([]byte(*answer.Text))
	} else if answer.JSON != nil {
		text, _ := json.Marshal(filled(s.t, answer.JSON))
		_, _ = w.Write(text)
	}
}
