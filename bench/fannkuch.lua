local function fannkuch(n)
  local start, perm, count = {}, {}, {}
  for i = 1, n do start[i] = i end
  local checksum, most, sign, r = 0, 0, 1, n
  while true do
    while r > 1 do
      count[r] = r
      r = r - 1
    end
    for i = 1, n do perm[i] = start[i] end
    local flips = 0
    local first = perm[1]
    while first ~= 1 do
      local i, j = 1, first
      while i < j do
        perm[i], perm[j] = perm[j], perm[i]
        i, j = i + 1, j - 1
      end
      flips = flips + 1
      first = perm[1]
    end
    if flips > most then most = flips end
    checksum = checksum + sign * flips
    sign = -sign
    while true do
      if r == n then return checksum, most end
      local head = start[1]
      for i = 1, r do start[i] = start[i + 1] end
      start[r + 1] = head
      count[r + 1] = count[r + 1] - 1
      r = r + 1
      if count[r] > 0 then
        r = r - 1
        break
      end
    end
  end
end

io.stderr:write(string.format("%d %d\n", fannkuch(9)))
