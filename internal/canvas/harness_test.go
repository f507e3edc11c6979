package canvas_test

import (
	"fmt"
	"testing"

	"junto/internal/canvas"
	"junto/internal/harness"
)

func TestADocumentMayNameEveryHarnessThatThisBuildStarts(t *testing.T) {
	for _, h := range harness.All() {
		doc := fmt.Sprintf(`{"nodes":[{"id":"n","type":"text","x":0,"y":0,"width":1,"height":1,"text":"",
			"ether":{"entity":{"kind":"agent"},"terminal":{"bindingId":"b","harness":%q}}}]}`, h.Name)
		if _, err := canvas.Decode([]byte(doc)); err != nil {
			t.Errorf("%s: %v", h.Name, err)
		}
	}
}
