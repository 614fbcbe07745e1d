-- Arguments: method, body (with %d for a number that no other request has) and HEADER=VALUE …; the
-- header address=many sends each request from a network of its own.
local body, many
local random = math.random
request = function()
  if many then
    wrk.headers["X-Forwarded-For"] = string.format("%d.%d.%d.7", random(11, 120), random(0, 255), random(0, 255))
  end
  return wrk.format(nil, nil, nil, body ~= "" and string.format(body, random(1, 2 ^ 31), random(1, 2 ^ 31)) or nil)
end
init = function(arguments)
  math.randomseed(os.time() + tonumber(tostring(arguments):match("0x(%x+)"), 16) % 2 ^ 24)
  wrk.method, body = arguments[1], arguments[2]
  for i = 3, #arguments do
    local name, value = arguments[i]:match("([^=]+)=(.*)")
    if name == "address" then many = true else wrk.headers[name] = value end
  end
end
