// Wide characters: wcslen, wcscpy, wcscmp, wide literals, mbstowcs and wcstombs in the C locale, towupper.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t buffer[32] = L"wide";
    printf("%zu %zu\n", wcslen(buffer), sizeof(wchar_t));
    wcscat(buffer, L" text \x263a");
    for (size_t i = 0; i < wcslen(buffer); i++)
        printf("%x ", (unsigned)buffer[i]);
    puts("");
    printf("%d %d %d\n", wcscmp(L"abc", L"abd") < 0, wcsncmp(L"abc", L"abd", 2), wcscmp(L"b", L"a") > 0);
    printf("%d %d\n", (int)(wcschr(buffer, L't') - buffer), (int)(wcsstr(buffer, L"ext") - buffer));
    wchar_t from[16];
    size_t n = mbstowcs(from, "multibyte", 16);
    printf("%zu %lc %d\n", n, (wint_t)from[0], from[9] == 0);
    char narrow[16];
    n = wcstombs(narrow, L"narrow", sizeof narrow);
    printf("%zu %s\n", n, narrow);
    printf("%ls|%10ls|%.3ls\n", L"as text", L"right", L"cut off");
    printf("%ld %g\n", wcstol(L" -42x", NULL, 10), wcstod(L"2.5", NULL));
    printf("%c %d %d %d\n", (char)towupper(L'q'), iswalpha(L'x') != 0, iswdigit(L'x') != 0, iswspace(L' ') != 0);
    wchar_t out[32];
    int w = swprintf(out, 32, L"%d-%ls-%s", 7, L"w", "n");
    printf("%d %ls\n", w, out);
    wmemset(out, L'z', 3);
    printf("%ls %d\n", out, wmemcmp(L"aa", L"ab", 2) < 0);
    printf("%d %d\n", mblen("a", 1), (int)btowc('A'));
    return 0;
}
