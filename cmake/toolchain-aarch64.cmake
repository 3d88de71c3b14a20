# Cross build for 64-bit ARM Linux with Debian's gcc-aarch64-linux-gnu and g++-aarch64-linux-gnu;
# the programs are static, so that one file can be carried to any such machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
find_program(CMAKE_C_COMPILER NAMES aarch64-linux-gnu-gcc aarch64-linux-gnu-gcc-12 REQUIRED)
find_program(CMAKE_CXX_COMPILER NAMES aarch64-linux-gnu-g++ aarch64-linux-gnu-g++-12 REQUIRED)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
find_program(qemu NAMES qemu-aarch64 qemu-aarch64-static)
if(qemu)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${qemu})
endif()

# Libraries and packages are the target's only. Headers alone, such as fast_float's, serve any
# machine: cmake/deps.cmake finds them on the host.
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
