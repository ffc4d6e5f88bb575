export const imports = {
  title: 'Results of other tools',
  lead: 'Files that other tools wrote. Their results are received, and not observed by Checkwright.',
  sources: 'Tools whose files you imported',
  empty: 'No files were imported yet.',
  form: { title: 'Import a file', source: 'Name of the source', button: 'Import' },
  received: ({ tool }: { tool: string }) => `Received from ${tool}, and not observed`,
  undated: 'The file does not say when the tool looked, so its results count for nothing.',
  older: 'A newer file of this source was imported before, so these results count for nothing.',
}
