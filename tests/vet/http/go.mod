module store

go 1.21
