export function MyPosts() {
  return null
}
