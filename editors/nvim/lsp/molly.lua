-- The language server for vim.lsp.config (Neovim 0.11): vim.lsp.enable('molly') starts it.
return {
  cmd = { 'molly', 'lsp' },
  filetypes = { 'dedalus' },
  root_markers = { '.git' },
  capabilities = { workspace = { codeLens = { refreshSupport = true } } },
  handlers = {
    ['workspace/codeLens/refresh'] = function(_, _, context)
      require('molly').refresh(context.client_id)
      return vim.NIL
    end,
  },
  on_attach = function(client, buffer) require('molly').attach(client, buffer) end,
  commands = {
    ['molly.verify'] = function(command) require('molly').ask(command.command, command.arguments[1]) end,
  },
}
