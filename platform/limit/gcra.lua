-- GCRA over all KEYS, all or none. ARGV has for each key its emission interval and burst, in
-- microseconds, and at the end what to do: allow debits all or none, peek debits nothing, refund
-- gives back what one allow debited.
-- Answers {0, 0, left} with what the fullest bucket still lets through, or the index
-- of the tightest bucket, its wait in microseconds, and 0.
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local what = ARGV[#KEYS * 2 + 1]
local after, tight, wait, left = {}, 0, 0, -1
for i = 1, #KEYS do
  local emission, burst = tonumber(ARGV[i * 2 - 1]), tonumber(ARGV[i * 2])
  local arrival = math.max(tonumber(redis.call('GET', KEYS[i]) or now), now)
  if what == 'refund' then
    after[i] = math.max(arrival - emission, now)
  else
    after[i] = arrival + emission
  end
  local missing = after[i] - burst - now
  if missing > wait then
    tight, wait = i, missing
  end
  local room = math.floor(-missing / emission)
  if left < 0 or room < left then
    left = room
  end
end
if what == 'refund' then
  tight = 0
end
if tight > 0 then
  return {tight, wait, 0}
end
if what ~= 'peek' then
  for i = 1, #KEYS do
    redis.call('SET', KEYS[i], string.format('%d', after[i]), 'PX', math.ceil((after[i] - now) / 1000) + 1)
  end
end
return {0, 0, left}
