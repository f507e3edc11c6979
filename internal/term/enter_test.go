package term

import (
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// "A text that was left in the composer is sent off, whatever keys the agent
// asks its terminal for."
func TestEnterIsEncodedAsTheProgramWants(t *testing.T) {
	for _, modes := range []string{"draft:abc", "draft:abc,kitty:5", "draft:abc,kitty:8", "draft:abc,kitty:31"} {
		t.Run(modes, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := startDemo(t, modes)
				synctest.Wait()
				if err := d.Enter(t.Context()); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				if diff := cmp.Diff([]string{"abc"}, d.submitted()); diff != "" {
					t.Error(diff)
				}
				shut(t, d.Terminal)
			})
		})
	}
}
