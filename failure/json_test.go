package failure_test

import (
	"encoding/json"
	"slices"
	"testing"

	"molly/failure"
)

// A scenario that was written to JSON is read as the same.
func TestFaultsInJSON(t *testing.T) {
	for text, s := range map[string]failure.Scenario{
		`{"omissions":[],"crashes":[]}`: nil,
		`{"omissions":[{"from":"a","to":"b","time":1},{"from":"b","to":"a","time":3}],"crashes":[{"node":"a","time":2}]}`: failure.NewScenario(
			failure.CrashAt("a", 2), failure.Omit("b", "a", 3), failure.Omit("a", "b", 1)),
	} {
		got, err := json.Marshal(s.Faults())
		if err != nil || string(got) != text {
			t.Errorf("%v is %s (%v), want %s", s, got, err, text)
		}
		var j failure.Faults
		if err := json.Unmarshal(got, &j); err != nil || !slices.Equal(j.Scenario(), s) {
			t.Errorf("%s is read as %v (%v)", got, j.Scenario(), err)
		}
	}
}
