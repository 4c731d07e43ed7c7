package postrider

import (
	"context"
	"net/url"
)

// Page is a page of a list. It can have fewer items than Limit, or none, and not be the last.
type Page[T any] struct {
	Data []T `json:"data"`
	// NextCursor is nil on the last page.
	NextCursor *string `json:"next_cursor"`
	// HasMore is only for the event feed, which always has a NextCursor.
	HasMore *bool `json:"has_more"`
}

// Pages is a list, whose pages are requested as they are read:
//
//	emails := client.Emails.List(query)
//	for emails.Next(ctx) {
//		fmt.Println(emails.Item().ID)
//	}
//	err := emails.Err()
type Pages[T any] struct {
	client  *Client
	path    string
	query   url.Values
	options []Option
	items   []T
	item    T
	isDone  bool
	err     error
}

// Page requests one page: the first, or the one of the cursor in the query.
func (p *Pages[T]) Page(ctx context.Context) (*Page[T], error) {
	if p.err != nil {
		return nil, p.err
	}
	var page Page[T]
	if err := p.client.call(ctx, request{method: "GET", path: p.path, query: p.query}, &page, p.options); err != nil {
		return nil, err
	}
	return &page, nil
}

// Next goes to the next item. It returns false at the end, and after an error.
func (p *Pages[T]) Next(ctx context.Context) bool {
	for len(p.items) == 0 {
		if p.isDone || p.err != nil {
			return false
		}
		page, err := p.Page(ctx)
		if err != nil {
			p.err = err
			return false
		}
		p.items = page.Data
		p.advance(page)
	}
	p.item, p.items = p.items[0], p.items[1:]
	return true
}

// The event feed goes on for ever: its last page is the one that says so.
func (p *Pages[T]) advance(page *Page[T]) {
	if page.NextCursor == nil || (page.HasMore != nil && !*page.HasMore) {
		p.isDone = true
		return
	}
	place := "cursor"
	if page.HasMore != nil {
		place = "after"
	}
	query := url.Values{place: {*page.NextCursor}}
	for name, values := range p.query {
		if name != place {
			query[name] = values
		}
	}
	p.query = query
}

// Item is the one that Next went to.
func (p *Pages[T]) Item() T { return p.item }

// Err is the error that ended the list; nil at its end.
func (p *Pages[T]) Err() error { return p.err }
