import { useTexts } from '../../all-texts/use-texts.ts'
import { ExternalLink } from '../frame/links.tsx'

/**
 * A text of a connector's author. Its https addresses lead there, and are shown as they are, so that none can pretend to be another. What
 * stands between backticks is a command, which can be copied.
 */
export function LinkedText({ children: text }: { readonly children: string }) {
  return text
    .split(/`([^`\n]{1,500})`/)
    .map((piece, index) =>
      index % 2 === 1 ? (
        <Command>{piece}</Command>
      ) : (
        cutAddresses(piece).map(({ text, isAddress }) =>
          isAddress ? <ExternalLink href={text}>{text}</ExternalLink> : text,
        )
      ),
    )
}

/** A command with a button that copies it. */
export function Command({ children: command }: { readonly children: string }) {
  const texts = useTexts()
  return (
    <span class="command">
      <code>{command}</code>{' '}
      <button
        class="button plain scripted"
        type="button"
        data-copy=""
        data-copied={texts.shared.copied}
        aria-label={texts.shared.copyNamed({ text: command })}
      >
        {texts.actions.copy}
      </button>
    </span>
  )
}

interface TextPiece {
  readonly text: string
  readonly isAddress: boolean
}

/** The addresses in a text, and what stands between them. The sign that ends a sentence is none of an address. */
export function cutAddresses(text: string): readonly TextPiece[] {
  return text
    .split(/(https:\/\/[^\s<>"'`{}|\\^]{1,2000})/)
    .flatMap((piece, index) => {
      if (index % 2 === 0) return [{ text: piece, isAddress: false }]
      const address = piece.slice(0, findAddressEnd(piece))
      return [
        { text: address, isAddress: URL.canParse(address) },
        { text: piece.slice(address.length), isAddress: false },
      ]
    })
    .filter((piece) => piece.text !== '')
}

function findAddressEnd(piece: string): number {
  let end = piece.length
  for (; end > 0; end--) {
    const last = piece[end - 1] ?? ''
    // A bracket belongs to the address only where it was opened there.
    const isOpened = last === ')' && piece.slice(0, end).split('(').length >= piece.slice(0, end).split(')').length
    if (!/[.,;:!?)\]]/.test(last) || isOpened) break
  }
  return end
}
