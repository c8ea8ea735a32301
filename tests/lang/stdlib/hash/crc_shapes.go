// crc32 of all lengths around those that are taken at once, whole and in two parts, is what its
// table says; a race with the bytes is seen.
package main

import (
	"fmt"
	"hash/crc32"
)

func slowly(tab *crc32.Table, p []byte) uint32 {
	crc := ^uint32(0)
	for _, b := range p {
		crc = tab[byte(crc)^b] ^ crc>>8
	}
	return ^crc
}

func main() {
	data := make([]byte, 300)
	for i := range data {
		data[i] = byte(i * i)
	}
	wrong := 0
	for _, tab := range []*crc32.Table{crc32.IEEETable, crc32.MakeTable(crc32.Castagnoli), crc32.MakeTable(crc32.Koopman)} {
		for n := 0; n <= len(data); n++ {
			want := slowly(tab, data[:n])
			if crc32.Checksum(data[:n], tab) != want {
				wrong++
			}
			h := crc32.New(tab)
			h.Write(data[:n/3])
			h.Write(data[n/3 : n])
			if h.Sum32() != want {
				wrong++
			}
		}
	}
	fmt.Println(wrong, crc32.ChecksumIEEE(nil), crc32.ChecksumIEEE([]byte("hello")))
	fmt.Println(crc32.Update(907060870, crc32.IEEETable, nil), crc32.Update(7, crc32.IEEETable, data[:0]))
	done := make(chan bool)
	go func() {
		data[200] = 1
		done <- true
	}()
	crc32.ChecksumIEEE(data)
	<-done
}

// expect: 0 0 907060870
// expect: 907060870 7
// race: WaR.* on data\[200
