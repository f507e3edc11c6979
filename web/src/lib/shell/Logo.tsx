/** Logo is Junto's mark. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <span
      aria-hidden="true"
      style={{
        display: 'grid',
        placeItems: 'center',
        width: size,
        height: size,
        flex: 'none',
        borderRadius: (size * 7) / 24,
        background: 'linear-gradient(160deg,#a9adff,#6d63f2 60%,#4b3fd0)',
      }}
    >
      <svg
        viewBox="0 0 24 24"
        width={size * 0.58}
        height={size * 0.58}
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        aria-hidden="true"
      >
        <circle cx="6" cy="6" r="3" />
        <circle cx="18" cy="18" r="3" />
        <path d="M9 6h5a4 4 0 0 1 4 4v5" />
      </svg>
    </span>
  )
}
