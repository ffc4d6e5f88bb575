import type { Passage } from './issue-text.ts'

/** A node of the Atlassian Document Format. */
export interface AtlassianNode {
  readonly type: string
  readonly version?: 1
  readonly text?: string
  readonly content?: readonly AtlassianNode[]
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, string>> }[]
}

/** Passages as a document of Jira. Texts are text nodes, which have no markup: a mention is a node of its own, and there is none. */
export function toAtlassianDocument(passages: readonly Passage[]): AtlassianNode {
  return { type: 'doc', version: 1, content: passages.flatMap(toNodes) }
}

function toNodes(passage: Passage): readonly AtlassianNode[] {
  if (passage.kind === 'sentence') return [createParagraph({ type: 'text', text: passage.text })]
  if (passage.kind === 'link')
    return [
      createParagraph({
        type: 'text',
        text: passage.label,
        marks: [{ type: 'link', attrs: { href: passage.href } }],
      }),
    ]
  return [
    createParagraph({ type: 'text', text: passage.label, marks: [{ type: 'strong' }] }),
    { type: 'codeBlock', content: [{ type: 'text', text: passage.text }] },
  ]
}

function createParagraph(text: AtlassianNode): AtlassianNode {
  return { type: 'paragraph', content: [text] }
}
