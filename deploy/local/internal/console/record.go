package console

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Readable turns a JSON log record into one line for people: level, message, then key=value in
// alphabetical order. Any other line stays as it is. The log files keep the record itself.
func Readable(line string) string {
	if !strings.HasPrefix(line, "{") {
		return line
	}
	var record map[string]any
	if err := json.Unmarshal([]byte(line), &record); err != nil {
		return line
	}
	message, ok := record["msg"].(string)
	if !ok {
		return line
	}
	level, _ := record["level"].(string)
	text := fmt.Sprintf("%s %-5s %s", clock(record["time"]), level, message)
	for _, known := range []string{"msg", "level", "time", "service"} { // the service's name is in front of the line
		delete(record, known)
	}
	for _, key := range slices.Sorted(maps.Keys(record)) {
		text += " " + key + "=" + value(record[key])
	}
	return text
}

func clock(v any) string {
	text, _ := v.(string)
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return "--:--:--"
	}
	return at.Local().Format("15:04:05.000")
}

func value(v any) string {
	if text, ok := v.(string); ok {
		if text == "" || strings.ContainsAny(text, " \"=\n\t") {
			return fmt.Sprintf("%q", text)
		}
		return text
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(encoded)
}
