package postrider

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// readCases reads a file of clients/conformance, whose README describes the format.
func readCases(t *testing.T, name string, cases any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "conformance", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &struct{ Cases any }{cases}); err != nil {
		t.Fatal(err)
	}
}

type vectorBytes struct {
	Text   *string
	Base64 *string
	Repeat string
	Times  int
}

func (v vectorBytes) bytes() []byte {
	if v.Text != nil {
		return []byte(*v.Text)
	}
	if v.Base64 != nil {
		content, _ := base64.StdEncoding.DecodeString(*v.Base64)
		return content
	}
	return []byte(strings.Repeat(v.Repeat, v.Times))
}

func bytesIn(value any) []byte {
	var v vectorBytes
	text, _ := json.Marshal(value)
	_ = json.Unmarshal(text, &v)
	return v.bytes()
}

// anyText stands for every text that is not empty.
type anyText struct{}

// filled replaces placeholders. Bytes become base64, as in JSON of Go.
func filled(t *testing.T, value any) any {
	t.Helper()
	switch v := value.(type) {
	case []any:
		list := []any{}
		for _, item := range v {
			object, _ := item.(map[string]any)
			if _, isRepeated := object["$repeat"]; isRepeated {
				list = append(list, filled(t, item).([]any)...)
			} else {
				list = append(list, filled(t, item))
			}
		}
		return list
	case map[string]any:
		return filledObject(t, v)
	default:
		return value
	}
}

func filledObject(t *testing.T, v map[string]any) any {
	if repeated, ok := v["$repeat"]; ok {
		list := make([]any, int(v["times"].(float64)))
		for i := range list {
			list[i] = filled(t, repeated)
		}
		return list
	}
	if content, ok := v["$bytes"]; ok {
		return base64.StdEncoding.EncodeToString(bytesIn(content))
	}
	if _, ok := v["$text"]; ok {
		return anyText{}
	}
	object := map[string]any{}
	if file, ok := v["$file"].(map[string]any); ok {
		object = attached(t, file, v)
	}
	for name, item := range v {
		if name != "$file" {
			object[name] = filled(t, item)
		}
	}
	return object
}

func attached(t *testing.T, file, fields map[string]any) map[string]any {
	path := filepath.Join(t.TempDir(), file["name"].(string))
	if err := os.WriteFile(path, bytesIn(file["bytes"]), 0o600); err != nil {
		t.Fatal(err)
	}
	name, _ := fields["filename"].(string)
	attachment, err := Attach(path, name)
	if err != nil {
		t.Fatal(err)
	}
	return asJSON(t, attachment).(map[string]any)
}

// asJSON is a value as JSON has it.
func asJSON(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, text)
}

func parsed(t *testing.T, text []byte) any {
	t.Helper()
	if len(text) == 0 {
		return nil
	}
	var value any
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// difference says where a value is not what is expected; empty: nowhere. Unless it is exact, members that are not named may
// have any value.
func difference(actual, expected any, isExact bool) string {
	switch e := expected.(type) {
	case anyText:
		if text, ok := actual.(string); ok && text != "" {
			return ""
		}
	case map[string]any:
		object, ok := actual.(map[string]any)
		if !ok || (isExact && len(object) != len(e)) {
			break
		}
		for name, value := range e {
			if where := difference(object[name], value, isExact); where != "" {
				return name + " " + where
			}
		}
		return ""
	case []any:
		list, ok := actual.([]any)
		if !ok || len(list) != len(e) {
			break
		}
		for i, value := range e {
			if where := difference(list[i], value, isExact); where != "" {
				return fmt.Sprint(i, " ", where)
			}
		}
		return ""
	default:
		if reflect.DeepEqual(actual, expected) {
			return ""
		}
	}
	return fmt.Sprintf("is %.300v, not %.300v", actual, expected)
}
