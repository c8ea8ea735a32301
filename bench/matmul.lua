local n = 300

local function matrix(seed)
  local m = {}
  for i = 0, n - 1 do
    local row = {}
    for j = 0, n - 1 do row[j + 1] = seed * (i - j) * (i + j) end
    m[i + 1] = row
  end
  return m
end

local function mul(a, b)
  local c = {}
  for i = 1, n do
    local row = {}
    for j = 1, n do
      local sum = 0.0
      for k = 1, n do sum = sum + a[i][k] * b[k][j] end
      row[j] = sum
    end
    c[i] = row
  end
  return c
end

local c = mul(matrix(1.0 / n / n), matrix(2.0 / n / n))
local function int(x) return x < 0 and math.ceil(x) or math.floor(x) end
io.stderr:write(int(c[n / 2 + 1][n / 2 + 1] * 1000), " ", int(c[2][n] * 1000), "\n")
