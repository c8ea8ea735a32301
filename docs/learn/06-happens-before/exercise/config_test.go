package config

import "testing"

func TestGet(t *testing.T) {
	done := make(chan bool)
	go func() { Load(map[string]string{"color": "red"}); done <- true }()
	if color, ok := Get("color"); ok && color != "red" {
		t.Errorf("loaded, but color is %q", color)
	}
	<-done
	if color, ok := Get("color"); !ok || color != "red" {
		t.Errorf("after Load: %q, %v", color, ok)
	}
}
