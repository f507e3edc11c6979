package daemon

import (
	"testing"

	"junto/internal/api"
	"junto/internal/mail"
	"junto/internal/mailroom"
)

// "A card shows that mail waits for its seat, and why, and when it was read."
func TestWindowsAreToldOfASeatsMail(t *testing.T) {
	l := newLive(t)
	at := l.drawn("main", "read x")
	w := l.window("w")
	to := mail.Address{Canvas: at.Canvas, Node: "a"}
	from := mail.Sender{Address: mail.Address{Canvas: at.Canvas, Node: "b"}, Name: "b"}
	sent, err := l.d.mail.Send(t.Context(), from, to, mail.Draft{Kind: mail.Notice, Text: "hello"}, "")
	if err != nil {
		t.Fatal(err)
	}
	w.until("the mail that waits", seatIs(at.Canvas, func(s api.SeatView) bool {
		return s.Mail == api.SeatMail{Waiting: 1, Unread: 1, Held: "the seat is not running"}
	}))
	doc := answer[api.CanvasDoc](l, "", "canvas.get", api.CanvasRef{Canvas: "main"})
	if got := doc.World.Seats[0].Mail; got.Waiting != 1 {
		t.Errorf("the canvas shows %+v", got)
	}
	if _, err := l.d.mail.Read(t.Context(), mailroom.Reader{Address: to, Generation: 1}, sent.Mail.ID); err != nil {
		t.Fatal(err)
	}
	w.until("that it was read", seatIs(at.Canvas, func(s api.SeatView) bool { return s.Mail == api.SeatMail{} }))
}
