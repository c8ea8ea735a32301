local function build(depth)
  if depth == 0 then return {} end
  return {left = build(depth - 1), right = build(depth - 1)}
end

local function count(n)
  if not n.left then return 1 end
  return 1 + count(n.left) + count(n.right)
end

local total = 0
for _ = 1, 20 do total = total + count(build(16)) end
io.stderr:write(total, "\n")
