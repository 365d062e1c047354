-- A session of Neovim with molly lsp: what it shows of $PROGRAM goes to standard output, as JSON.
vim.opt.runtimepath:prepend(vim.fn.getcwd() .. '/nvim')
vim.cmd('filetype plugin indent on')
vim.lsp.config('molly', { cmd = { vim.env.MOLLY, 'lsp' } })
vim.lsp.enable('molly')
vim.cmd.edit(vim.env.PROGRAM)

local seen = { filetype = vim.bo.filetype }

local function titles()
  local list = {}
  for _, lens in ipairs(vim.lsp.codelens.get(0)) do
    table.insert(list, lens.command and lens.command.title or '')
  end
  return list
end

local function wait(what, until_)
  if not vim.wait(60000, until_, 100) then seen.missing = (seen.missing or '') .. what .. '; ' end
end

wait('verdicts', function()
  seen.lenses = titles()
  return vim.iter(seen.lenses):any(function(t) return t:find('counterexample') end)
    and vim.iter(seen.lenses):any(function(t) return t:find('certified') end)
end)

local function answer(command)
  vim.cmd(command)
  local text = ''
  wait(command, function()
    local buffer = vim.fn.bufnr('^molly://answer$')
    if buffer < 0 then return false end
    text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    vim.cmd('silent! bwipeout! ' .. buffer)
    return true
  end)
  return text
end

seen.verify = answer('MollyVerify')
seen.why = answer('MollyWhy answer("a", "b", "ping")@4')
vim.fn.cursor(vim.fn.search('^ask'), 1)
seen.here = answer('MollyWhy')

vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'q(X) :- ask(X, _, _), not pre(X, _);' })
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
seen.diagnostics = vim.iter(vim.diagnostic.get(0)):map(function(d) return d.message end):totable()

io.stdout:write(vim.json.encode(seen))
vim.cmd('qall!')
