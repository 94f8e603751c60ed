/**
 * Makes glibc ask Linux for large pages: hashing a password touches 34 MB, which are then there at once and not in
 * thousands of page faults. It must be in the environment before a program starts: package.json and deploy/Dockerfile
 * have it too. Other systems pay no attention to it.
 */
export const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' } as const
