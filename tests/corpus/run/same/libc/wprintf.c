// A stream oriented wide: wprintf and putwchar only.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wprintf(L"%d %ls %c\n", 5, L"wide", 'x');
    putwchar(L'!');
    putwchar(L'\n');
    fputws(L"line\n", stdout);
    wprintf(L"%d\n", fwide(stdout, 0) > 0);
    return 0;
}
