package main

import (
	"fmt"
	"regexp"
	"strings"
)

// They take several requests, or a key of the body: emails.go has them.
var handWritten = map[string]bool{"sendEmail": true, "sendEmailBatch": true}

var pathPart = regexp.MustCompile(`\{(\w+)\}`)

// services are a type for each resource, with a method for each operation.
func (d document) services() string {
	code := map[string]*strings.Builder{}
	for _, path := range sortedKeys(d.Paths) {
		for _, method := range sortedKeys(d.Paths[path]) {
			o := d.Paths[path][method]
			resource, name, _ := strings.Cut(o.Method, ".")
			if code[resource] == nil {
				code[resource] = &strings.Builder{}
			}
			if !handWritten[o.ID] {
				code[resource].WriteString(d.method(goName(resource)+"Service", goName(name), strings.ToUpper(method), path, o))
			}
		}
	}
	var fields, values, types strings.Builder
	for _, resource := range sortedKeys(code) {
		name := goName(resource)
		fmt.Fprintf(&fields, "%s *%sService\n", name, name)
		fmt.Fprintf(&values, "%s: &%sService{client},\n", name, name)
		fmt.Fprintf(&types, "// %sService has the operations of a resource.\ntype %sService struct{ client *Client }\n\n%s", name, name, code[resource])
	}
	return fmt.Sprintf("import (\n\"context\"\n\"net/url\"\n\"strconv\"\n)\n\n// Services are the resources of the API.\ntype Services struct {\n%s}\n\n"+
		"func newServices(client *Client) Services {\nreturn Services{\n%s}\n}\n\n%s", &fields, &values, &types)
}

func (d document) method(service, name, method, path string, o operation) string {
	arguments, parts := []string{}, []string{}
	for _, match := range pathPart.FindAllStringSubmatch(path, -1) {
		argument := strings.ToLower(goName(match[1])[:1]) + goName(match[1])[1:]
		if match[1] == "id" {
			argument = "id"
		}
		kind := "string"
		if match[1] == "version" || match[1] == "index" {
			kind, parts = "int", append(parts, "strconv.Itoa("+argument+")")
		} else {
			parts = append(parts, argument)
		}
		arguments = append(arguments, argument+" "+kind)
	}
	fields := []string{fmt.Sprintf("method: %q", method)}
	if o.RequestBody != nil {
		kind := "[]byte"
		if json, ok := o.RequestBody.Content["application/json"]; ok {
			kind = d.typeOf(json.Schema)
		} else {
			fields = append(fields, `contentType: "text/csv"`)
		}
		if !o.RequestBody.Required {
			kind = optional(kind)
		}
		arguments = append(arguments, "body "+kind)
		fields = append(fields, "body: body")
	}
	queryType, queryCode := d.query(o)
	if queryType != "" {
		arguments = append(arguments, "query "+queryType)
		fields = append(fields, "query: query.values()")
	}
	for _, each := range o.Parameters {
		if each.Name == "Idempotency-Key" {
			fields = append(fields, "isKeyed: true")
		}
	}
	pathCode, pathVariable := fmt.Sprintf("path := %q\n", path), ""
	if len(parts) > 0 {
		template := pathPart.ReplaceAllString(path, "%s")
		pathCode = fmt.Sprintf("path, err := pathOf(%q, %s)\n", template, strings.Join(parts, ", "))
		pathVariable = "err"
	}
	return queryCode + comment(name, strings.TrimSpace(o.Summary+".\n\n"+o.Description)) +
		d.body(service, name, arguments, append(fields, "path: path"), pathCode, pathVariable, o)
}

// body is the signature and the code of a method.
func (d document) body(service, name string, arguments, fields []string, pathCode, pathError string, o operation) string {
	kind, isList := d.answer(o)
	if isList {
		arguments = append(arguments, "options ...Option")
		query := "nil"
		if strings.Contains(strings.Join(fields, " "), "query.values()") {
			query = "query.values()"
		}
		failed := "nil"
		if pathError != "" {
			failed = "err"
		}
		return fmt.Sprintf("func (s *%s) %s(%s) *Pages[%s] {\n%sreturn &Pages[%s]{client: s.client, path: path, query: %s, options: options, err: %s}\n}\n\n",
			service, name, strings.Join(arguments, ", "), kind, pathCode, kind, query, failed)
	}
	arguments = append(append([]string{"ctx context.Context"}, arguments...), "options ...Option")
	call := "s.client.call(ctx, request{" + strings.Join(fields, ", ") + "}, %s, options)"
	head := fmt.Sprintf("func (s *%s) %s(%s) ", service, name, strings.Join(arguments, ", "))
	check := ""
	if pathError != "" {
		check = "if err != nil {\nreturn %s\n}\n"
	}
	if kind == "" {
		return head + "error {\n" + pathCode + strings.Replace(check, "%s", "err", 1) + "return " + fmt.Sprintf(call, "nil") + "\n}\n\n"
	}
	result, returned := "*"+kind, "&result"
	if kind == "[]byte" {
		result, returned = kind, "result"
	}
	return head + "(" + result + ", error) {\n" + pathCode + strings.Replace(check, "%s", "nil, err", 1) +
		"var result " + kind + "\nif err := " + fmt.Sprintf(call, "&result") + "; err != nil {\nreturn nil, err\n}\nreturn " + returned + ", nil\n}\n\n"
}

// answer is the type of a response, or of an item of a list; empty: it has no content.
func (d document) answer(o operation) (kind string, isList bool) {
	for _, status := range sortedKeys(o.Responses) {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		content := o.Responses[status].Content
		if len(content) == 0 {
			return "", false
		}
		json, ok := content["application/json"]
		if !ok {
			return "[]byte", false
		}
		component := d.Components.Schemas[json.Schema.Ref[strings.LastIndex(json.Schema.Ref, "/")+1:]]
		data, hasData := component.Properties["data"]
		if _, ok := component.Properties["next_cursor"]; ok && hasData && data.Items != nil {
			return d.typeOf(*data.Items), true
		}
		return d.typeOf(json.Schema), false
	}
	return "", false
}

// leftOut are parameters for other formats, and one that would change a method that had no parameters.
var leftOut = map[string]bool{"format": true, "wait": true}

// query is a struct of the parameters, and how it becomes one of a URL: what is zero is not sent.
func (d document) query(o operation) (name, code string) {
	var fields, values strings.Builder
	name = goName(o.ID) + "Query"
	for _, each := range o.Parameters {
		if each.In != "query" || leftOut[each.Name] {
			continue
		}
		kind, field := d.typeOf(each.Schema), goName(each.Name)
		convert, condition := "q."+field, "q."+field+` != ""`
		switch kind {
		case "int64":
			convert, condition = "strconv.FormatInt(q."+field+", 10)", "q."+field+" != 0"
		case "bool":
			kind, convert, condition = "*bool", "strconv.FormatBool(*q."+field+")", "q."+field+" != nil"
		case "string":
		default:
			kind = "string"
		}
		fmt.Fprintf(&fields, "%s%s %s\n", comment("", each.Description), field, kind)
		fmt.Fprintf(&values, "if %s {\nvalues.Set(%q, %s)\n}\n", condition, each.Name, convert)
	}
	if fields.Len() == 0 {
		return "", ""
	}
	return name, fmt.Sprintf("// %s are the parameters; what is zero is not sent.\ntype %s struct {\n%s}\n\nfunc (q %s) values() url.Values {\nvalues := url.Values{}\n%sreturn values\n}\n\n",
		name, name, &fields, name, &values)
}
