export const destinations = {
  plan: 'What a push would send',
  push: 'Push now',
  cannot: 'Nothing would be sent',
  records: ({ count, origin }: { readonly count: string; readonly origin: string }) =>
    `${count} records to ${origin}. They replace what this destination has.`,
  leftOut: ({ count, reason }: { readonly count: string; readonly reason: string }) => `${count} left out: ${reason}`,
  body: 'Show the requests',
}
