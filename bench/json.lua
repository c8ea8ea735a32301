local byte, find, sub = string.byte, string.find, string.sub
local text, at
local null = {}

local function space()
  local c = byte(text, at)
  while c == 32 or c == 10 do
    at = at + 1
    c = byte(text, at)
  end
end

local function accept(c)
  space()
  if byte(text, at) == c then
    at = at + 1
    return true
  end
  return false
end

local function expect(c)
  if not accept(c) then error("expected " .. string.char(c)) end
end

local function str()
  expect(34)
  local start = at
  while byte(text, at) ~= 34 do at = at + 1 end
  at = at + 1
  return sub(text, start, at - 2)
end

local function number()
  local negative = accept(45)
  local n = 0
  local c = byte(text, at)
  while c and c >= 48 and c <= 57 do
    n = n * 10 + (c - 48)
    at = at + 1
    c = byte(text, at)
  end
  return negative and -n or n
end

local value

local function object()
  expect(123)
  local members = {}
  while not accept(125) do
    space()
    local key = str()
    expect(58)
    members[key] = value()
    accept(44)
  end
  return {members = members}
end

local function array()
  expect(91)
  local elements = {}
  while not accept(93) do
    elements[#elements + 1] = value()
    accept(44)
  end
  return elements
end

function value()
  space()
  local c = byte(text, at)
  if c == 123 then return object() end
  if c == 91 then return array() end
  if c == 34 then return str() end
  if c == 116 then
    at = at + 4
    return true
  end
  if c == 102 then
    at = at + 5
    return false
  end
  if c == 110 then
    at = at + 4
    return null
  end
  return number()
end

local function weigh(v)
  local kind = type(v)
  local total = 1
  if kind == "table" then
    if v.members then
      for key, member in pairs(v.members) do total = total + #key + weigh(member) end
    else
      for i = 1, #v do total = total + weigh(v[i]) end
    end
  elseif kind == "string" then
    total = #v
  elseif kind == "number" then
    total = v
  elseif v then
    total = 2
  end
  return total
end

local item = [[{"id": 1234, "name": "a thing of some sort", "tags": ["red", "green", "blue"],
  "size": {"width": 17, "height": -4, "depth": 250}, "sold": true, "owner": null, "old": false}]]

text = "[" .. string.rep(item .. ",\n", 199) .. item .. "]"
local total = 0
for _ = 1, 80 do
  at = 1
  total = total + weigh(value())
end
io.stderr:write(#text, " ", total, "\n")
