-- GCRA over all KEYS, all or none. ARGV has for each key its emission interval and burst, in
-- microseconds, and how many tokens are wanted of it, and at the end what to do: allow takes of each
-- bucket what it has of those that are wanted, and of all of them or none; peek takes nothing;
-- refund gives back one of each.
-- Answers {0, 0} and for each key how many were taken and how many are left, or the index of the
-- tightest bucket and its wait in microseconds.
-- No bucket owes more than its burst: what was stored by a clock that has stepped back is stored again as that.
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local what = ARGV[#KEYS * 3 + 1]
local after, tight, wait, answer = {}, 0, 0, {0, 0}
for i = 1, #KEYS do
  local emission, burst, wanted = tonumber(ARGV[i * 3 - 2]), tonumber(ARGV[i * 3 - 1]), tonumber(ARGV[i * 3])
  local arrival = math.max(tonumber(redis.call('GET', KEYS[i]) or now), now)
  if arrival > now + burst then
    arrival = now + burst
    redis.call('SET', KEYS[i], string.format('%d', arrival), 'PX', math.ceil(burst / 1000) + 1)
  end
  local room = math.floor((now + burst - arrival) / emission)
  local taken = math.max(math.min(wanted, room), 1)
  if what == 'refund' then
    after[i] = math.max(arrival - emission, now)
  else
    after[i] = arrival + emission * taken
  end
  local missing = after[i] - burst - now
  if missing > wait then
    tight, wait = i, missing
  end
  answer[i * 2 + 1], answer[i * 2 + 2] = taken, room - taken
end
if what == 'refund' then
  tight = 0
end
if tight > 0 then
  return {tight, wait}
end
if what ~= 'peek' then
  for i = 1, #KEYS do
    redis.call('SET', KEYS[i], string.format('%d', after[i]), 'PX', math.ceil((after[i] - now) / 1000) + 1)
  end
end
return answer
