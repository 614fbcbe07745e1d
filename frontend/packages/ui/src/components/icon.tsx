// Icons of our own: 24 units, one stroke width, round ends.
const drawings = {
  dice: (
    <>
      <path d="M5 3.8h14c.8 0 1.2.4 1.2 1.2v14c0 .8-.4 1.2-1.2 1.2H5c-.8 0-1.2-.4-1.2-1.2V5c0-.8.4-1.2 1.2-1.2Z" />
      <path d="M8.4 8.4h.01M15.6 8.4h.01M12 12h.01M8.4 15.6h.01M15.6 15.6h.01" strokeWidth="3.2" />
    </>
  ),
  chevron: <path d="m5 9 7 7 7-7" />,
  arrow: <path d="M12 20V5M5.5 11 12 4.5 18.5 11" />,
  rotate: <path d="M19.5 12a7.5 7.5 0 1 1-2.6-5.7M19.8 3v4.6h-4.6" />,
  undo: <path d="M4.5 9.5h9.3a5.6 5.6 0 0 1 0 11.2H9.5M9.2 4.7 4.3 9.5l4.9 4.8" />,
  plus: <path d="M12 4.5v15M4.5 12h15" />,
  minus: <path d="M4.5 12h15" />,
  close: <path d="m5.5 5.5 13 13M18.5 5.5l-13 13" />,
  menu: <path d="M4 6.5h16M4 12h16M4 17.5h16" />,
  check: <path d="m4.5 13 5 5 10-11.5" />,
  copy: <path d="M8.5 8.5V4.2h11.3v11.3h-4.3M4.2 8.5h11.3v11.3H4.2Z" />,
  key: <path d="M12.3 11.7 20 4m-3.3 3.3 2.6 2.6M12.8 16a4.3 4.3 0 1 1-8.6 0 4.3 4.3 0 0 1 8.6 0Z" />,
  flame: (
    <path d="M12 21.2c-4 0-6.7-2.7-6.7-6.4 0-3.4 2.6-5 3.6-7.6.6 1.2 1 1.7 1.8 2.3.9-2.3 1-4.4.7-6.7 3.8 1.8 7.3 6.5 7.3 11.5 0 4.2-2.7 6.9-6.7 6.9Z" />
  ),
}

export type IconName = keyof typeof drawings

/** All icon names, for the style guide. */
export const iconNames = Object.keys(drawings) as IconName[]

/** An icon without a text alternative: the control around it carries the label. */
export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  )
}
