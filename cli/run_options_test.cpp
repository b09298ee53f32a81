#include "cli/run_options.h"

#include <gtest/gtest.h>

#include "cli/spirv_golden.h"

namespace spirv_oracle {
namespace {

using Arguments = std::vector<std::string>;

RunOptions parsed(const Arguments& arguments) {
  const auto options = parse_run_options(arguments);
  EXPECT_TRUE(options.has_value()) << (options ? "" : options.error().message);
  return options.value_or(RunOptions{});
}

std::string message(const Arguments& arguments, Status status = Status::bad_input) {
  const auto options = parse_run_options(arguments);
  if (options) return "no error";
  EXPECT_EQ(options.error().status, status);
  return options.error().message;
}

TEST(RunOptions, Defaults) {
  const RunOptions options = parsed({"a.comp"});
  EXPECT_EQ(options.module.file, "a.comp");
  EXPECT_EQ(options.launch.subgroup_size, 32U);
  EXPECT_EQ(options.launch.groups, (Dim3{1, 1, 1}));
  EXPECT_FALSE(options.launch.local_size.has_value());
  EXPECT_EQ(options.launch.reconvergence, Reconvergence::maximal);
  EXPECT_TRUE(options.module.validate);
  EXPECT_EQ(options.mode, RunMode::run);
}

TEST(RunOptions, TheDriverToCompareWithMayBeLeftOut) {
  const RunOptions options = parsed({"--compare-driver", "a.comp", "--device", "2"});
  EXPECT_EQ(options.mode, RunMode::compare_driver);
  EXPECT_EQ(options.module.file, "a.comp");
  EXPECT_EQ(parsed({"--compare-driver=b.json", "a.comp"}).module.file, "a.comp");
  EXPECT_EQ(message({"--compare-driver", "--dump", "0.0", "a.comp"}),
            "--dump cannot be combined with --compare-driver");
  EXPECT_EQ(message({"--compare-driver", "--list-resources", "a.comp"}),
            "--list-resources: only one of the options under 'Instead of running' can be given");
}

TEST(SpirvGolden, GetsTheArgumentsOfSpirvRun) {
  EXPECT_EQ(compare_driver_arguments({"--compare-driver=b.json", "a.comp", "--push", "uint32:1"}),
            (Arguments{"compare-driver", "--icd=b.json", "a.comp", "--push", "uint32:1"}));
  EXPECT_EQ(compare_driver_arguments({"a.comp", "--compare-driver", "--device", "2"}),
            (Arguments{"compare-driver", "a.comp", "--device", "2"}));
}

TEST(RunOptions, DispatchOptions) {
  const RunOptions options = parsed({"-e",
                                     "f",
                                     "-g",
                                     "4,5",
                                     "--local-size=2,3,4",
                                     "--subgroup-size",
                                     "128",
                                     "--spec",
                                     "3=-1",
                                     "--seed",
                                     "9",
                                     "--jobs",
                                     "2",
                                     "--reconvergence",
                                     "minimal",
                                     "--stop-on-ub",
                                     "-DA=1",
                                     "-D",
                                     "B",
                                     "-Iinc",
                                     "--target-env",
                                     "vulkan1.1",
                                     "--no-validate",
                                     "x.comp"});
  EXPECT_EQ(options.launch.entry_point, "f");
  EXPECT_EQ(options.launch.groups, (Dim3{4, 5, 1}));
  EXPECT_EQ(options.launch.local_size, (Dim3{2, 3, 4}));
  EXPECT_EQ(options.launch.subgroup_size, 128U);
  ASSERT_EQ(options.launch.specialization.size(), 1U);
  EXPECT_EQ(options.launch.specialization[0].id, 3U);
  EXPECT_EQ(options.launch.specialization[0].value, "-1");
  EXPECT_EQ(options.launch.seed, 9U);
  EXPECT_EQ(options.launch.jobs, 2U);
  EXPECT_EQ(options.launch.reconvergence, Reconvergence::minimal);
  EXPECT_TRUE(options.launch.stop_on_undefined_behavior);
  EXPECT_EQ(options.module.defines, (Arguments{"A=1", "B"}));
  EXPECT_EQ(options.module.include_folders, Arguments{"inc"});
  EXPECT_FALSE(options.module.validate);
  EXPECT_TRUE(is_vulkan_environment(options.module.target_env));
}

TEST(RunOptions, Resources) {
  const RunOptions options = parsed({"x.spv", "--buffer", "0.1=uint32:1", "--buffer", "2.3[4]=@a=b",
                                     "--push", "zero(4)", "--memory", "nodes=zero(8)"});
  ASSERT_EQ(options.launch.buffers.size(), 2U);
  EXPECT_EQ(buffer_text(options.launch.buffers[0].name), "0.1");
  EXPECT_EQ(buffer_text(options.launch.buffers[1].name), "2.3[4]");
  EXPECT_EQ(options.launch.buffers[1].data, "@a=b");
  EXPECT_EQ(options.launch.push, "zero(4)");
  EXPECT_EQ(options.launch.memories.at(0).name, "nodes");
}

TEST(RunOptions, Results) {
  const RunOptions options =
      parsed({"x.spv", "--dump", "0.1", "--dump", "0.2:float32x3", "--dump", "nodes:uint64",
              "--output", "0.1=a=b", "--format", "json", "--ignore", "data-race", "--strict"});
  ASSERT_EQ(options.dumps.size(), 3U);
  EXPECT_FALSE(options.dumps[0].type.has_value());
  EXPECT_EQ(options.dumps[1].type, (ElementType{ScalarKind::float32, 3}));
  EXPECT_EQ(options.dumps[2].name.memory, "nodes");
  EXPECT_EQ(options.outputs.at(0).file, "a=b");
  EXPECT_TRUE(options.json && options.strict);
  EXPECT_EQ(options.ignored_kinds, Arguments{"data-race"});
}

TEST(RunOptions, Limits) {
  const RunOptions options =
      parsed({"x.spv", "--max-steps", "5", "--max-memory", "3M", "--timeout", "0.5"});
  EXPECT_EQ(options.launch.limits.max_steps, 5U);
  EXPECT_EQ(options.launch.limits.max_memory, 3U << 20);
  EXPECT_EQ(options.launch.limits.timeout_seconds, 0.5);
}

TEST(RunOptions, MistakesInUse) {
  EXPECT_EQ(message({}), "no FILE is given; see --help");
  EXPECT_EQ(message({"--bufer", "0.0=zero(4)", "x"}),
            "unknown option --bufer: did you mean --buffer?");
  EXPECT_EQ(message({"--zzz", "x"}), "unknown option --zzz: --help lists the options");
  EXPECT_EQ(message({"-q", "x"}), "unknown option -q: --help lists the options");
  EXPECT_EQ(message({"--strict=1", "x"}), "--strict takes no value");
  EXPECT_EQ(message({"x", "--seed"}), "--seed requires a value: --seed N");
  EXPECT_EQ(message({"--seed", "1", "--seed", "2", "x"}), "--seed is given twice");
  EXPECT_EQ(message({"--dump-ir", "--disassemble", "x"}),
            "--disassemble: only one of the options under 'Instead of running' can be given");
}

TEST(RunOptions, MistakesInValues) {
  const auto starts = [](const Arguments& arguments, const std::string& text) {
    EXPECT_EQ(message(arguments).substr(0, text.size()), text);
  };
  starts({"-g", "1x2"}, "--groups: '1x2' is not of the form X, X,Y or X,Y,Z");
  starts({"-g", "1,2,3,4"}, "--groups: '1,2,3,4' has more than three dimensions");
  starts({"--local-size", "0"}, "--local-size: '0': a dimension must be at least 1");
  starts({"--subgroup-size", "3"}, "--subgroup-size: the subgroup size must be 1, 2, 4, 8");
  starts({"--subgroup-size", "256"}, "--subgroup-size: the subgroup size must be 1, 2, 4, 8");
  starts({"--buffer", "0.1"}, "--buffer: '0.1' is not of the form SET.BINDING=DATA");
  starts({"--buffer", "0.x=zero(4)"},
         "--buffer: '0.x' is not of the form SET.BINDING or SET.BINDING[I]");
  starts({"--buffer", "0.1[2=zero(4)"}, "--buffer: '0.1[2' lacks a closing bracket");
  starts({"--buffer", "1a=zero(4)"}, "--buffer: '1a' does not name a buffer");
  starts({"--buffer", "a=zero(4)", "--buffer", "a=zero(4)"}, "--buffer: a is given twice");
  starts({"--buffer", "0.1=zero(4)", "--buffer", "0.1[0]=zero(4)"},
         "--buffer: 0.1[0] is given twice");
  starts({"--memory", "1=zero(4)"}, "--memory: invalid memory name '1'");
  starts({"--dump", "0.1:uint9"}, "--dump: unknown type 'uint9'");
  starts({"--dump", "0.1", "--dump", "0.1"}, "--dump: 0.1 is given twice");
  starts({"--dump", "0.1:{uint8 a", "--dump", "0.1"},
         "--dump: structure type '{uint8 a': expected");
  starts({"--output", "0.1:uint8=a.bin"}, "--output: a TYPE is for pictures");
  starts({"--output", "0.1=a.png:x"}, "--output: the width of a picture must be an integer");
  starts({"--format", "xml"}, "--format: unknown format 'xml': use text or json");
  starts({"--timeout", "0"}, "--timeout: invalid time '0'");
  starts({"--max-memory", "5T"}, "--max-memory: invalid size '5T'");
  starts({"--max-memory", "99999999999G"}, "--max-memory: 99999999999G is out of range");
  starts({"--target-env", "vulkan9"}, "--target-env: unknown environment 'vulkan9'");
  starts({"--spec", "a=1"}, "--spec: the SpecId must be an integer, not 'a'");
}

TEST(RunOptions, KernelArguments) {
  const RunOptions options = parsed({"--arg", "3=zero(4)", "--dump", "arg.3:uint8", "--groups",
                                     "2,1", "--global-offset", "5", "x"});
  ASSERT_EQ(options.launch.arguments.size(), 1u);
  EXPECT_EQ(options.launch.arguments[0].number, 3u);
  EXPECT_EQ(options.launch.arguments[0].data, "zero(4)");
  EXPECT_EQ(options.launch.work_dimensions, 2u);
  EXPECT_EQ(options.launch.global_offset[0], 5u);
  ASSERT_EQ(options.dumps.size(), 1u);
  EXPECT_EQ(buffer_text(options.dumps[0].name), "arg.3");
  EXPECT_EQ(message({"--arg", "0=zero(4)", "--arg", "0=zero(4)", "x"}),
            "--arg: argument 0 is given twice");
  EXPECT_EQ(message({"--buffer", "arg.0=zero(4)", "x"}),
            "--buffer: 'arg.0' is a kernel argument: use --arg");
}

TEST(RunOptions, ShiftsOfRegistersAreWrittenAsForDxc) {
  const RunOptions options =
      parsed({"-fvk-t-shift", "10", "0", "x.hlsl", "--fvk-s-shift", "5", "all", "--fvk-b-shift=7"});
  EXPECT_EQ(options.module.file, "x.hlsl");
  std::vector<std::string> shifts;
  for (const RegisterShift& shift : options.module.register_shifts)
    shifts.push_back(register_shift_text(shift));
  EXPECT_EQ(shifts, (std::vector<std::string>{"-fvk-t-shift 10 0", "-fvk-s-shift 5 all",
                                              "-fvk-b-shift 7 all"}));
  EXPECT_EQ(message({"-fvk-t-shift", "a", "0", "x.hlsl"}),
            "--fvk-t-shift: the shift must be an integer, not 'a'");
  EXPECT_EQ(message({"x.hlsl", "--fvk-t-shift"}),
            "--fvk-t-shift requires a value: --fvk-t-shift N SPACE");
}

TEST(RunOptions, HelpNeedsNoFile) {
  EXPECT_EQ(parsed({"--help"}).mode, RunMode::help);
  EXPECT_EQ(parsed({"-h"}).mode, RunMode::help);
  EXPECT_EQ(parsed({"--version"}).mode, RunMode::version);
  const std::string help = run_help();
  for (const char* name :
       {"--buffer SET.BINDING=DATA", "-g, --groups", "can hide bugs", "Exit status"}) {
    EXPECT_NE(help.find(name), std::string::npos) << name;
  }
}

TEST(RunOptions, JsonIsFoundAmongMistakes) {
  EXPECT_TRUE(wants_json({"--nonsense", "--format", "json"}));
  EXPECT_TRUE(wants_json({"--format=json", "--nonsense"}));
  EXPECT_FALSE(wants_json({"--format", "text"}));
}

}  // namespace
}  // namespace spirv_oracle
