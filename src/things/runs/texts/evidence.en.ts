export const evidence = {
  lead: 'Files that people uploaded. A file alone meets no requirement until somebody judges it.',
  empty: 'No files yet.',
  earlier: 'Earlier files',
  file: {
    uploaded: 'Uploaded',
    purpose: 'Purpose',
    size: 'Size',
    judgements: 'Judgements based on this file',
    bytes: ({ bytes }: { bytes: number }) => `${bytes} bytes`,
    kilobytes: ({ kilobytes }: { kilobytes: string }) => `${kilobytes} kB`,
  },
  upload: {
    title: 'Upload a file',
    button: 'Upload',
  },
}
