export const policies = {
  holds: ({ number }: { number: number }) => `Version ${number}, which holds`,
  acknowledge: ({ number }: { number: number }) => `I have read version ${number} and keep to it`,
  acknowledged: 'You have acknowledged this version.',
  text: 'The text',
  difference: 'Difference to the version that holds',
  asMarkdown: 'Download Markdown',
  asHtml: 'Download a page that prints',
}
