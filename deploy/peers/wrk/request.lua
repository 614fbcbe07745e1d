-- Arguments: method, body (with %d for a number that no other request has) and HEADER=VALUE …; the
-- header address=N sends requests from so many networks, and path=P (with %d) is in place of the URL's.
local body, networks, path
local random = math.random
local function address(n)
  return string.format("%d.%d.%d.7", 11 + math.floor(n / 65536), math.floor(n / 256) % 256, n % 256)
end
request = function()
  if networks then
    wrk.headers["X-Forwarded-For"] = address(random(networks))
  end
  return wrk.format(nil, path and string.format(path, random(0, 99999999)), nil, body ~= "" and string.format(body, random(1, 2 ^ 31), random(1, 2 ^ 31)) or nil)
end
init = function(arguments)
  math.randomseed(os.time() + tonumber(tostring(arguments):match("0x(%x+)"), 16) % 2 ^ 24)
  wrk.method, body = arguments[1], arguments[2]
  for i = 3, #arguments do
    local name, value = arguments[i]:match("([^=]+)=(.*)")
    if name == "address" then networks = tonumber(value) elseif name == "path" then path = value else wrk.headers[name] = value end
  end
end
