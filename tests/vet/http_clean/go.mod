module clean

go 1.19
