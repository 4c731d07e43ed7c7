/** `effectiveLimits` of packages/mail, for scripts; a test holds the two against each other. `stepMs` and `now` must be there. */
export const effectiveLimitsLua = `
local function grown(limit)
  if now < limit['until'] then return 1 end
  return 2 ^ math.min(30, math.floor((now - limit['until']) / stepMs) + 1)
end
-- 0 messages a second: no limit, which a growing one is from a thousand on.
local function effective(limit, connections, perSecond)
  if not limit then return connections, perSecond end
  local factor = grown(limit)
  if limit.connections then connections = math.min(connections, math.floor(limit.connections * factor)) end
  if limit.perSecond then
    local rate = limit.perSecond * factor
    if perSecond > 0 then perSecond = math.min(perSecond, rate)
    elseif rate < 1000 then perSecond = rate end
  end
  return connections, perSecond
end
`;
