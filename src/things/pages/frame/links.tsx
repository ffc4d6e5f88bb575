import type { PropsWithChildren } from 'hono/jsx'
import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { tokenField } from '../../api/options/form-token.ts'

export type Looks = 'primary' | 'quiet' | 'danger' | 'plain'

/** A link to one of our pages. @param to path relative to the mount path of the pages */
export function Link({ to, looks, current, children, ...rest }: PropsWithChildren<LinkProps>) {
  const { base } = useFrame()
  return (
    <a href={`${base}${to}`} class={looks && `button ${looks}`} aria-current={current ? 'page' : undefined} {...rest}>
      {children}
    </a>
  )
}

interface LinkProps {
  readonly to: string
  /** As a button. @default a link */
  readonly looks?: Looks | undefined
  readonly current?: boolean | undefined
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
}

/**
 * A link to another site, without a referrer. Addresses come from connectors' authors: any other than https or mailto
 * is shown as text.
 */
export function ExternalLink({ href, children }: PropsWithChildren<{ readonly href: string }>) {
  const texts = useTexts()
  if (!isSafeUrl(href)) return <span>{children}</span>
  return (
    <a href={href} rel="noopener noreferrer" target="_blank">
      {children}
      <span class="sr"> {texts.frame.opensInNewTab}</span>
    </a>
  )
}

function isSafeUrl(href: string): boolean {
  return URL.canParse(href) && /^(?:https|mailto):$/.test(new URL(href).protocol)
}

/**
 * A form that changes something. It carries the token that proves that it is ours. @param to path relative to the mount
 * path
 */
export function PostForm({ to, children, ...rest }: PropsWithChildren<PostFormProps>) {
  const { base, formToken } = useFrame()
  return (
    <form method="post" action={`${base}${to}`} autocomplete="off" {...rest}>
      <input type="hidden" name={tokenField} value={formToken} />
      {children}
    </form>
  )
}

interface PostFormProps {
  readonly to: string
  readonly id?: string
  readonly class?: string
  readonly novalidate?: boolean
  /** For a form with files. */
  readonly enctype?: 'multipart/form-data' | undefined
  readonly 'aria-labelledby'?: string
  /** Enhancements that the script makes: see assets/pages.client.js. */
  readonly 'data-preview'?: string
  readonly 'data-dialog-open'?: string
  readonly 'data-review'?: string
}

/** A form that only reads, such as a search. */
export function GetForm({ to, children, ...rest }: PropsWithChildren<{ to: string; role?: 'search'; class?: string }>) {
  const { base } = useFrame()
  return (
    <form method="get" action={`${base}${to}`} {...rest}>
      {children}
    </form>
  )
}
