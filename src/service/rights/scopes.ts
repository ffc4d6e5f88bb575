/** The possible scopes of an API key or token, with their descriptions for people. */
export const scopes = {
  'comments:read': 'Read comments and their attachments',
  'comments:write': 'Write, change and delete comments',
  'knowledge-base:read': 'Read and search the knowledge base',
  'knowledge-base:write': 'Save and delete answers of the knowledge base',
  'evidence-forms:read': 'List and read files of evidence forms',
  'evidence-forms:write': 'Upload files of evidence forms',
  'organization:read': 'Read the organization',
  'integrations:read': 'Read connectors, connections, runs, results and reports',
  'integrations:write': 'Make, change and disconnect connections; enter OAuth apps, variables and waivers',
  'integrations:run': 'Start and cancel runs',
  'api-keys:write': 'Create, list and revoke API keys',
  'audit:read': 'Read who changed what',
  'people:read': 'Read people and how they sign in',
  'people:write': 'Invite people, and set how they sign in; giving a role takes its scopes too',
  'organizations:write': 'List, create and rename organizations; only for operators of the platform',
  'connectors:write':
    'Add, publish and retire connectors as data; only for operators of the platform, by their own token',
  'judgements:write': 'Judge results that need review',
  'findings:write': 'Set owners and due dates of findings',
  'reviews:write': 'Make access reviews, and decide in them',
  'tasks:read': 'Read obligations',
  'tasks:write': 'Make and change obligations',
  'webhooks:write': 'Set where notices are sent',
} as const satisfies Record<string, string>

/** What only a person's own token may do: a key with such a scope is refused. */
export const personalScopes: readonly Scope[] = ['connectors:write']

export type Scope = keyof typeof scopes

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text)
}
