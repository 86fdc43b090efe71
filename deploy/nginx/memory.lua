-- Keeps what was put in or asked for lately: at most twice `most`, of which `sizeOf` tells how much a
-- value is. When half of it is full, what nobody has asked for meanwhile is forgotten at once.
local function create(most, sizeOf)
  local young, old, size = {}, {}, 0
  local kept = {}

  function kept.put(key, value)
    if size >= most then
      young, old, size = {}, young, 0
    end
    young[key] = value
    size = size + (sizeOf and sizeOf(value) or 1)
  end

  function kept.get(key)
    local value = young[key]
    if value ~= nil then return value end
    value = old[key]
    if value ~= nil then kept.put(key, value) end
    return value
  end

  return kept
end

return { create = create }
