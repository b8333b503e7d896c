-- For Ardour 7. Copy this file, or link to it, in Ardour's script folder (~/.config/ardour7/scripts), start Ardour, and
-- choose it under Edit, Lua Scripts, Script Manager; it then appears in that menu and among the keyboard shortcuts.

ardour {
	["type"]    = "EditorAction",
	name        = "Add a plugin that aucat finds",
	license     = "MIT",
	author      = "aucat",
	description = [[
Asks for words or a predicate, lists the LV2 plugins that aucat finds, and adds the chosen one to the selected tracks and
busses. aucat has to be in Ardour's PATH.
]]
}

-- Ardour keeps this function as bytecode, without what surrounds it, so everything is inside.
function factory () return function ()
	local title = "Add a plugin that aucat finds"
	local most = 200

	local function tell (text)
		LuaDialog.Message (title, text, LuaDialog.MessageType.Info, LuaDialog.ButtonType.Close):run ()
	end

	-- Quotes a text as one shell word, whatever it contains.
	local function quoted (text)
		return "'" .. text:gsub ("%z", ""):gsub ("'", "'\\''") .. "'"
	end

	-- Runs aucat without Ardour's own libraries, and returns its output and its status.
	local function aucat (words, redirection)
		local command = "env -u LD_LIBRARY_PATH aucat " .. words .. " </dev/null " .. redirection
		local pipe = io.popen (command, "r")
		if not pipe then return "", 127 end
		local output = pipe:read ("*a")
		local done, _, status = pipe:close ()
		return output, done and 0 or status or 1
	end

	-- The rows of a text in CSV (RFC 4180).
	local function rows (text)
		local found, row, place = {}, {}, 1
		while place <= #text do
			local field
			if text:sub (place, place) == '"' then
				local last = place
				repeat last = text:find ('"', last + 1, true) or #text + 1
					local isEscape = text:sub (last + 1, last + 1) == '"'
					if isEscape then last = last + 1 end
				until not isEscape
				field = text:sub (place + 1, last - 1):gsub ('""', '"')
				place = last + 1
			else
				local last = text:find ("[,\r\n]", place) or #text + 1
				field = text:sub (place, last - 1)
				place = last
			end
			row[#row + 1] = field
			if text:sub (place, place) ~= "," then
				found[#found + 1] = row
				row = {}
				if text:sub (place, place) == "\r" then place = place + 1 end
			end
			place = place + 1
		end
		return found
	end

	-- The plugins that aucat finds, as labels with their URIs, and their number; nil after showing why there are none.
	local function plugins (query)
		local words = "search --format csv --limit " .. most .. " -- " .. quoted (query)
		local output, status = aucat (words, "2>/dev/null")
		if status ~= 0 then
			local reason = aucat (words, "2>&1 >/dev/null")
			if status == 127 then reason = "aucat is not installed, or not in Ardour's PATH." end
			return tell (reason)
		end
		local found, columns, labels, count = rows (output), {}, {}, 0
		for number, name in ipairs (found[1]) do columns[name] = number end
		for number = 2, #found do
			local row = found[number]
			local channels = row[columns.audioInputs] .. " in, " .. row[columns.audioOutputs] .. " out"
			local label = row[columns.name] .. ", " .. row[columns.manufacturer] .. " (" .. channels .. ")"
			local uri = row[columns.uri]
			-- Versions of a plugin may differ only in this.
			if labels[label] then label = label .. " <" .. uri .. ">" end
			labels[label] = uri
			count = count + 1
		end
		return labels, count
	end

	local function selected ()
		local routes = {}
		for route in Editor:get_selection ().tracks:routelist ():iter () do routes[#routes + 1] = route end
		return routes
	end

	local function add (uri, route)
		local plugin = ARDOUR.LuaAPI.new_plugin (Session, uri, ARDOUR.PluginType.LV2, "")
		if plugin:isnil () then
			tell ("Ardour does not know " .. uri .. " yet. Start it again, or scan in its plugin manager.")
			return false
		end
		if route:add_processor_by_index (plugin, -1, nil, true) ~= 0 then
			tell (route:name () .. " can't take the plugin: its channels don't fit, or it does not start.")
		end
		return true
	end

	local routes = selected ()
	if #routes == 0 then return tell ("Select a track or bus first.") end
	local asked = LuaDialog.Dialog (title, {
		{ type = "entry", key = "query", title = "Words or a predicate", default = "" },
	}):run ()
	if not asked then return end
	local labels, count = plugins (asked["query"])
	if not labels then return end
	local note = count == most and ("The first " .. most .. " plugins:") or (count .. (count == 1 and " plugin:" or " plugins:"))
	local chosen = LuaDialog.Dialog (title, {
		{ type = "label", colspan = 2, title = note },
		{ type = "dropdown", key = "uri", title = "Plugin", values = labels },
	}):run ()
	if not chosen then return end
	for _, route in ipairs (routes) do
		if not add (chosen["uri"], route) then return end
	end
end end
