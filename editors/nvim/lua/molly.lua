-- What an editor adds to molly lsp: commands that show its answers, and lenses that stay fresh.
local M = {}

-- show puts a text into a window of its own, which the next answer takes over.
local function show(text)
  local name = 'molly://answer'
  local buffer = vim.fn.bufnr('^' .. name .. '$')
  if buffer < 0 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(vim.trim(text), '\n'))
  vim.bo[buffer].modifiable = false
  if vim.fn.bufwinid(buffer) < 0 then
    local from = vim.api.nvim_get_current_win()
    vim.cmd.vsplit()
    vim.api.nvim_win_set_buf(0, buffer)
    vim.wo.wrap = false
    vim.api.nvim_set_current_win(from)
  end
end

-- ask has the server execute a command about a target, and shows what it answers.
function M.ask(command, target)
  local client = vim.lsp.get_clients({ name = 'molly' })[1]
  if not client then
    vim.notify('molly lsp does not run', vim.log.levels.ERROR)
    return
  end
  local argument = vim.tbl_extend('force', target, { show = false })
  client:request('workspace/executeCommand', { command = command, arguments = { argument } }, function(err, text)
    if err then
      vim.notify(err.message, vim.log.levels.ERROR)
    elseif text then
      show(text)
    end
  end)
end

-- refresh asks for the lenses of all buffers of a client anew: there are new verdicts.
function M.refresh(id)
  for buffer in pairs(vim.lsp.get_client_by_id(id).attached_buffers) do
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
end

-- attach gives a buffer its commands: Verify, Why and WhyNot, of the tuple under the cursor or of
-- the one that is given.
function M.attach(client, buffer)
  local uri = vim.uri_from_bufnr(buffer)
  local function about(given)
    if given.args ~= '' then return { uri = uri, tuple = given.args } end
    return { uri = uri, position = vim.lsp.util.make_position_params(0, client.offset_encoding).position }
  end
  local function add(name, run, options) vim.api.nvim_buf_create_user_command(buffer, name, run, options) end
  add('MollyVerify', function() M.ask('molly.verify', { uri = uri }) end, {})
  add('MollyWhy', function(given) M.ask('molly.why', about(given)) end, { nargs = '?' })
  add('MollyWhyNot', function(given) M.ask('molly.whyNot', about(given)) end, { nargs = '?' })
  local function refresh() vim.lsp.codelens.refresh({ bufnr = buffer }) end
  refresh()
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, { buffer = buffer, callback = refresh })
end

return M
